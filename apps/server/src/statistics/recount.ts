import { type RawBuilder, sql } from 'kysely'
import { type DayRange, ofDays } from './days.ts'
import { dayCells, hourCells, keptVisits, sideBySide, type Way } from './figures.ts'
import { countVisitors } from './visitors.ts'

/** The visits of business days. It reads the visits of some hours around them, because days begin by the clock of the business. */
export const visitsOf = ({ first, last }: DayRange): RawBuilder<unknown> => sql`
  select b.day, date_trunc('hour', v.at, c.time_zone) as hour, visitor_of(v.channel_id, v.visitor_id) as visitor, v.channel_id,
    v.product_id, v.city_code, coalesce(f.flow, '') as flow
  from (select channel_id, coalesce(product_id, 0) as product_id, coalesce(city_code, 0) as city_code, visitor_id, time_of_id(id) as at
      from visit where id >= time_id_at(${first}::date - interval '2 days') and id < time_id_at(${last}::date + interval '3 days')) v
    cross join lateral (select * from business_clock c where c.from_at <= v.at order by c.from_at desc limit 1) c
    cross join lateral (select business_day(v.at, c.time_zone, c.day_starts_at) as day) b
    left join lateral (select f.flow from channel_flow f where f.channel_id = v.channel_id and f.from_at <= v.at
      order by f.from_at desc limit 1) f on true
  where b.day between ${first} and ${last}`

/** What still waits in the queue is added later, so a recount leaves it out. @param of a condition */
const notWaiting = (of: RawBuilder<unknown>) => sql`
  select day, came, hour, flow, channel_id, org_id, plan_id, product_id, city_code, kind, -n, -fen, -fee_fen from fact_delta where ${of}`

const visitFacts = (visits: RawBuilder<unknown>) => sql`
  select day, day, hour, flow, channel_id, 0, 0, product_id, city_code, 'visit', 1, 0, 0 from (${visits}) visits`

export interface Recount {
  days: DayRange
  /** The first day whose visits are all still there. The visits of the days before it are taken over from the figures. */
  visitsFrom: string
}

/** The later one of two days. */
const later = (a: string, b: string) => (a > b ? a : b)

/**
 * The named queries that count business days anew, from facts and visits; the last one, `cells`, has the cells of `roll_up`. All of
 * them read one snapshot, and only a fold takes from the queue, so nothing is counted twice and nothing is left out.
 */
export function recounted(way: Way, { days, visitsFrom }: Recount): RawBuilder<unknown> {
  const { first, last } = days
  const within = ofDays(way, days)
  const visits = visitsOf({ first: later(first, visitsFrom), last })
  return sql`
    wide as materialized (${sideBySide(sql`
      select day, came, null::timestamptz as hour, flow, channel_id, org_id, plan_id, product_id, city_code, kind, 1 as n, fen, fee_fen
      from fact where ${within}
      union all ${visitFacts(visits)}
      union all ${notWaiting(sql`${within} and (kind <> 'visit' or day >= ${visitsFrom})`)}`)}),
    counted as materialized (${countVisitors(sql`
      select 1 as sign, * from day_visitor where day between ${later(first, visitsFrom)} and ${last}`)}),
    cells as materialized (${dayCells(
      'wide',
      'counted',
      [way],
      keptVisits(sql`way = ${sql.lit(way)} and day between ${first} and ${last} and day < ${visitsFrom}`),
    )})`
}

/** Hours, from the first until before the last one, ISO 8601. */
export interface Hours {
  from: string
  to: string
}

/** The same for `roll_up_hour`. */
export const recountedHours = ({ from, to }: Hours, { days }: Recount): RawBuilder<unknown> => sql`
  wide as materialized (${sideBySide(sql`
    select f.day, f.came, date_trunc('hour', time_of_id(f.id), c.time_zone) as hour, f.flow, f.channel_id, f.org_id, f.plan_id,
      f.product_id, f.city_code, f.kind, 1 as n, f.fen, f.fee_fen
    from fact f cross join lateral (
      select * from business_clock c where c.from_at <= time_of_id(f.id) order by c.from_at desc limit 1) c
    where f.id >= time_id_at(${from}) and f.id < time_id_at(${to})
    union all ${visitFacts(visitsOf(days))}
    union all ${notWaiting(sql`hour >= ${from} and hour < ${to}`)}`)}),
  counted as materialized (${countVisitors(sql`
    select 1 as sign, * from day_visitor where day between ${days.first} and ${days.last}`)}),
  cells as materialized (${hourCells('wide', 'counted', sql`hour >= ${from} and hour < ${to}`)})`
