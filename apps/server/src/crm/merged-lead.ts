import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { linesOf } from './history.ts'

/**
 * Notes that a person came again whose lead was merged into another one, in the history of that one.
 * @returns its id; null if the person has a lead of the own, or none
 */
export async function noteAtMerged(
  write: Db,
  { phone, userId, by }: { phone: string | null; userId: string | null; by: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive own as (
      select id, stage, merged_into_id from lead where phone = ${phone}
      union select id, stage, merged_into_id from lead where user_id = ${userId}
    ), up as (
      select merged_into_id as id from own where merged_into_id is not null
      union select c.merged_into_id from up join lead c on c.id = up.id where c.merged_into_id is not null
    )
    select c.id from up join lead c on c.id = up.id
    where c.stage <> 'invalid' and not exists (select from own where stage <> 'invalid')
    order by c.id limit 1`.execute(write)
  const [found] = rows
  if (!found) return null
  // Locked until the transaction has ended, so that an undoing of the merge comes before or after.
  const { rows: noted } = await sql<{ id: string }>`
    with moved as (select id, stage, salesman_id from lead where id = ${found.id} and stage <> 'invalid' for no key update),
    told as (${linesOf({ kind: 'arrivedAgain', by, from: sql`m.salesman_id`, to: sql`m.salesman_id` })})
    select id from moved`.execute(write)
  return noted[0]?.id ?? null
}
