import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** A counter that differs from the leads that it counts. */
export interface WrongCount {
  salesmanId: string
  /** Null: the sum of all pools. */
  poolId: string | null
  counted: number
  held: number
}

/** Compares how many leads each salesman holds with the counters, in one snapshot. @returns those that differ */
export async function findWrongCounts(db: Db): Promise<WrongCount[]> {
  const { rows } = await sql<WrongCount>`
    with holding as (
      select salesman_id, pool_id, count(*)::integer as counted from lead
      where salesman_id is not null and closed_at is null group by salesman_id, pool_id
    ), compared as (
      select coalesce(h.salesman_id, u.salesman_id) as salesman_id, coalesce(h.pool_id, u.pool_id) as pool_id,
        coalesce(h.counted, 0) as counted, coalesce(u.held, 0) as held
      from holding h full join lead_pool_use u on u.salesman_id = h.salesman_id and u.pool_id = h.pool_id
      union all
      select s.id, null, coalesce((select sum(h.counted) from holding h where h.salesman_id = s.id), 0)::integer, s.held
      from salesman s
    )
    select salesman_id::text, pool_id::text, counted, held from compared where counted <> held
    order by salesman_id, pool_id nulls last`.execute(db)
  return rows
}
