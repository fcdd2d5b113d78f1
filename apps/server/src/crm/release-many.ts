import { sql } from 'kysely'
import type { Db } from '#db/client'
import { makeWait } from './give-back.ts'
import { type Acting, linesOf, nobody } from './history.ts'
import { ending } from './lead.ts'
import { shift } from './shift.ts'

/**
 * Gives many leads back to their pools in one statement, with the counters of their salesmen; a lead that nobody holds, or that is
 * closed, stays as it is.
 * @returns how many were given back
 */
export async function releaseMany(
  write: Db,
  clueIds: readonly string[],
  { by, day, reason }: Acting & { reason: string },
): Promise<number> {
  const columns = Object.entries(ending).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  const { rows } = await sql<{ id: string; salesmanId: string; poolId: string }>`
    with old as (
      select c.id, c.salesman_id from clue c where c.id = any(${[...clueIds]}::bigint[]) and c.salesman_id is not null
        and c.closed_at is null order by c.id for no key update
    ), moved as (
      update clue c set ${sql.join(columns)}, version = c.version + 1, updated_at = now(), updated_by = ${by}
      from old join clue_pool p on true where c.id = old.id and p.id = c.pool_id
      returning c.id, c.stage, c.pool_id, old.salesman_id as old_salesman_id
    ), told as (${linesOf({ kind: 'released', by, from: sql`m.old_salesman_id`, to: nobody, reason })})
    select id::text, old_salesman_id::text as salesman_id, pool_id::text from moved order by moved.id`.execute(
    write,
  )
  await makeWait(
    write,
    rows.map(({ id, salesmanId }) => ({ clueId: id, salesmanId })),
  )
  await shift(
    write,
    day,
    rows.map(({ salesmanId, poolId }) => ({ salesmanId, poolId, held: -1 })),
  )
  return rows.length
}
