import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { linesOf, nobody } from '../../../history.ts'

/**
 * Adds a lead for each row with the first line of its history; a person who has become a lead in between stays as he is.
 * @param rows rows `r` with `phone`, `name`, `city`, `remark` and `pool_id`
 * @returns how many were added
 */
export async function addLeads(db: Db, rows: RawBuilder<unknown>, adminId: string): Promise<number> {
  const { rows: added } = await sql<{ n: number }>`
    with moved as (
      insert into lead (phone, name, city_code, remark, source, pool_id, created_by, updated_by)
      select r.phone, r.name, r.city, r.remark, 'import', r.pool_id, ${adminId}, ${adminId} from ${rows} r
      where r.pool_id is not null order by r.line
      on conflict do nothing returning id, stage
    ), told as (${linesOf({ kind: 'arrived', by: adminId, from: nobody, to: nobody })})
    select count(*)::int as n from moved`.execute(db)
  return added[0]?.n ?? 0
}
