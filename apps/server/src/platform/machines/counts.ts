import { exactTotal } from '@kabao/contract/kernel/kernel'
import { type Machine, type StateOf, statesOf } from '@kabao/contract/kernel/machine'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Entity } from './entity.ts'

type Rows<M extends Machine> = Pick<Entity<M, unknown, unknown>, 'machine' | 'table' | 'only' | 'ofOwner'>

/**
 * The number of rows of a list by state, for each state of its machine. Each is counted up to one more than `exactTotal`, so the time
 * does not depend on the number of rows. @param owner counts only this owner's; null: all
 */
export async function countByState<M extends Machine>(
  db: Db,
  { machine, table, only = [], ofOwner }: Rows<M>,
  owner: string | null,
): Promise<Record<StateOf<M>, number>> {
  const counts = statesOf(machine).map((state) => {
    const where = sql.join([sql`t.status = ${sql.lit(state)}`, ...only, ...ofOwner(owner)], sql` and `)
    return sql`(select count(*)::int from (select from ${sql.table(table)} t where ${where} limit ${exactTotal + 1}) c)
      as ${sql.ref(state)}`
  })
  const { rows } = await sql<Record<StateOf<M>, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] as Record<StateOf<M>, number>
}
