import { type RawBuilder, sql } from 'kysely'
import { grainRows, idsInGrain, visitorGrains } from './figures.ts'

/**
 * Counts visitors: each once on a day in each cell, in the hour of the first visit.
 * @param states rows of `day_visitor` with a column `sign`: 1 to count the visitor, -1 to take the count back
 * @returns grain, day, hour, flow, the ids and uv
 */
export const countVisitors = (states: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select grain, day, hour, flow, channel_id, org_id, plan_id, product_id, city_code, sum(sign)::bigint as uv from (
    select s.sign, g.grain, s.day, s.visitor, s.flow, ${idsInGrain('s')}, min(s.hour) as hour
    from (select *, 0 as org_id, 0 as plan_id from (${states}) states) s cross join ${grainRows(visitorGrains)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ) first group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(sign) <> 0`
