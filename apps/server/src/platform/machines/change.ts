import { actOf, isPossible } from '@kabao/contract/kernel/machine'
import { sql } from 'kysely'
import { writeAudit } from '../audit/write.ts'
import type { BatchChange } from '../batches/act.ts'
import type { Db } from '../db/client.ts'
import type { AnyEntity } from './entity.ts'

/** One row before the act. */
export interface Met {
  id: string
  status: string
  version: number
}

/** Locks those of these rows that exist, until this transaction ends. */
export async function lockRows(
  db: Db,
  { table, ofOwner, only = [] }: AnyEntity,
  ids: readonly string[],
  owner: string | null,
): Promise<Met[]> {
  const where = [sql`t.id = any(${ids}::bigint[])`, ...only, ...ofOwner(owner)]
  const { rows } = await sql<Met>`
    select t.id, t.status, t.version from ${sql.table(table)} t
    where ${sql.join(where, sql` and `)} order by t.id for no key update of t`.execute(db)
  return rows
}

/**
 * Does an act to locked rows whose state allows it.
 * @param asked the act's input besides the version
 * @param adminId null: the service itself
 * @returns the values of each row before and after, for the audit log
 */
export async function changeRows(
  db: Db,
  entity: AnyEntity,
  act: string,
  rows: readonly Met[],
  { asked = {}, adminId }: { asked?: object; adminId: string | null },
): Promise<BatchChange[]> {
  if (rows.length === 0) return []
  const { machine, table } = entity
  const { to } = actOf(machine, act)
  const ids = rows.map(({ id }) => id)
  const { columns = {}, audit } =
    (await entity.change?.(act, { db, ids, asked: asked as never, adminId })) ?? {}
  await entity.effects?.run(act, { db, ids, asked: asked as never, adminId })
  const set = Object.entries({ ...columns, status: to, updatedBy: adminId })
  await sql`
    update ${sql.table(table)} t set version = t.version + 1, updated_at = now(),
      ${sql.join(set.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where t.id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ id, status }) => ({ id, before: { status }, after: { status: to, ...audit } }))
}

/**
 * Does an act of the service itself, with its audit log entries, in the caller's transaction. Rows whose state does not allow it
 * stay unchanged.
 * @returns the ids of the changed rows
 */
export async function serviceAct(
  db: Db,
  entity: AnyEntity,
  act: string,
  ids: readonly string[],
): Promise<string[]> {
  const { machine, table } = entity
  const found = await lockRows(db, entity, ids, null)
  const able = found.filter(({ status }) => isPossible(machine, act, status))
  const changes = await changeRows(db, entity, act, able, { adminId: null })
  const lines = changes.map(({ id, before, after }) => ({
    point: `${machine.name}:${act}`,
    by: { adminId: null },
    target: { kind: table, id },
    before,
    after,
  }))
  if (lines.length > 0) await writeAudit(db, lines)
  return changes.map(({ id }) => id)
}
