import { type Machine, type StateOf, statesOf } from '@kabao/contract/machine'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Entity } from './entity.ts'

type Rows<M extends Machine> = Pick<Entity<M, unknown, unknown>, 'machine' | 'table' | 'only' | 'ofOwner'>

/** The number of rows of a list by state, for each state of its machine. @param owner counts only this owner's; null: all */
export async function countByState<M extends Machine>(
  db: Db,
  { machine, table, only = [], ofOwner }: Rows<M>,
  owner: string | null,
): Promise<Record<StateOf<M>, number>> {
  const where = sql.join([sql`true`, ...only, ...ofOwner(owner)], sql` and `)
  const { rows } = await sql<{ status: StateOf<M>; count: number }>`
    select t.status, count(*)::int as count from ${sql.table(table)} t where ${where} group by t.status`.execute(
    db,
  )
  const none = Object.fromEntries(statesOf(machine).map((state) => [state, 0]))
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) } as Record<
    StateOf<M>,
    number
  >
}
