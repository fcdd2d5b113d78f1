import { codes } from '@kabao/contract'
import type { PreviousSecret } from '@kabao/contract/partners/previous-secret'
import { type RawBuilder, sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { ownerColumn, previousPurpose, type SecretOwner } from './purpose.ts'
import { readPrevious } from './read.ts'

const ownedBy = ({ kind, id }: SecretOwner) => sql`${sql.ref(ownerColumn(kind))} = ${id}`

/** A secret that is being replaced. */
export interface Replaced {
  name: string
  /** What was valid until now. */
  values: Readonly<Record<string, string>>
  /** What replaces it. */
  next: Readonly<Record<string, string>>
}

/**
 * Keeps replaced secrets for the overlap. Whoever calls has locked the owner, so that of two who replace at once the second sees what the
 * first kept.
 * @param db a transaction
 * @param overlapDays 0: they end at once
 * @throws Problem 4090 at `overlapDays` if an older value of one is still valid, because two are accepted at most
 */
export async function keepPrevious(
  db: Db,
  vault: Vault,
  {
    owner,
    replaced,
    overlapDays,
    by,
  }: { owner: SecretOwner; replaced: readonly Replaced[]; overlapDays: number; by: string },
): Promise<void> {
  if (overlapDays === 0 || replaced.length === 0) return
  await sql`delete from previous_secret where ${ownedBy(owner)} and ends_at <= now()`.execute(db)
  for (const { id, name, values } of await readPrevious(db, vault, owner)) {
    const next = replaced.find((each) => each.name === name)?.next
    if (!next) continue
    // Who goes back to the value before has two values as well.
    if (!isSame(values, next))
      throw new Problem(codes.conflict, 'conflict', { fields: { overlapDays: 'twoValues' } })
    await sql`delete from previous_secret where id = ${id}`.execute(db)
  }
  const [orgId, collectionId] = owner.kind === 'org' ? [owner.id, null] : [null, owner.id]
  for (const { name, values } of replaced)
    await sql`
      insert into previous_secret (org_id, collection_id, name, value_sealed, ends_at, created_by)
      values (${orgId}, ${collectionId}, ${name}, ${vault.seal(JSON.stringify(values), previousPurpose(owner, name))},
        now() + make_interval(days => ${overlapDays}), ${by})`.execute(db)
}

/** Whether two sets of values are the same; what is empty is left out. */
export function isSame(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/** Forgets the previous secrets of an owner whose names are not among these. */
export const forgetOthers = (db: Db, owner: SecretOwner, names: readonly string[]) =>
  sql`delete from previous_secret where ${ownedBy(owner)} and name <> all(${[...names]}::text[])`.execute(db)

/**
 * Ends a previous secret before its time.
 * @returns its name
 * @throws Problem 4040 if the owner has none of this id, or it has ended
 */
export async function endPrevious(db: Db, owner: SecretOwner, id: string): Promise<string> {
  const { rows } = await sql<{ name: string; isLive: boolean }>`
    delete from previous_secret where ${ownedBy(owner)} and id = ${id} returning name, ends_at > now() as "isLive"`.execute(
    db.withoutPlugins(),
  )
  if (!rows[0]?.isLive) throw notFound()
  return rows[0].name
}

/** A sub-select with the live previous secrets of an owner as screens show them. No value is in it. */
export const shownPreviousOf = (
  kind: SecretOwner['kind'],
  ownerId: RawBuilder<unknown>,
): RawBuilder<PreviousSecret[]> => {
  const time = (column: string) =>
    sql`to_char(${sql.ref(`p.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`coalesce((select jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name, 'replacedAt', ${time('created_at')},
      'endsAt', ${time('ends_at')}, 'lastUsedAt', ${time('last_used_at')}) order by p.name)
    from previous_secret p where ${sql.ref(`p.${ownerColumn(kind)}`)} = ${ownerId} and p.ends_at > now()), '[]')`
}

/** The previous secrets for the audit log: which, and until when. */
export const tracePrevious = (previous: readonly PreviousSecret[]): string[] =>
  previous.map(({ name, endsAt }) => `${name} ${endsAt}`)
