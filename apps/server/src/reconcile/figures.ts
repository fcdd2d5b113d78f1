import type { DifferenceBehind, DifferenceRow } from '@kabao/contract/reconcile/difference'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { visitsFrom, visitsOf } from '#statistics'

/** Who came to a channel on a business day: each user where it registered, and where it moved. */
const registrationsOf = (day: string): RawBuilder<unknown> => sql`
  select r.channel_id, r.user_id, r.at from (
    select u.id as user_id, coalesce(m.from_channel_id, case when m.user_id is null then u.channel_id end, 0) as channel_id, u.created_at as at
    from "user" u left join lateral (select x.user_id, x.from_channel_id from user_move x where x.user_id = u.id
      order by x.id limit 1) m on true
    where ${around(sql`u.created_at`, day)}
    union all
    select m.user_id, m.to_channel_id, m.at from user_move m where ${around(sql`m.at`, day)}
  ) r where business_day(r.at) = ${day}::date`

/** A business day may begin at any time of its calendar day, in any zone. */
const around = (at: RawBuilder<unknown>, day: string): RawBuilder<unknown> => sql`
  ${at} >= ${day}::date - interval '2 days' and ${at} < ${day}::date + interval '3 days'`

/** What the figures of the channels say of a business day, with what still waits to be added to them. */
const figuresOf = (day: string): RawBuilder<unknown> => sql`
  select channel_id, visits, registrations from roll_up
  where way = 'day' and grain = 'channel' and day = ${day}::date
  union all
  select channel_id, case when kind = 'visit' then n else 0 end, case when kind = 'registration' then n else 0 end
  from fact_delta where day = ${day}::date and kind in ('visit', 'registration')`

/** Whether the visits of a business day are all still there, so that they can be counted. */
export const hasVisits = async (db: Db, day: string): Promise<boolean> => day >= (await visitsFrom(db))

/**
 * Where the visits and registrations of a business day are not as many as the figures of their channel say: a query with the columns
 * of `foundColumns`. All of it reads one snapshot, so what is being added to the figures is counted once.
 * @param withVisits false: the visits of the day were dropped
 */
export const figureGaps = (day: string, withVisits: boolean): RawBuilder<unknown> => sql`
  select n.item, ${day} || '.' || n.channel_id, ${day} || '.' || n.channel_id,
    case when n.ours > n.theirs then 'missingThere' else 'missingHere' end, ${day}::date, null::bigint, null::bigint, h.id,
    null::bigint, null, null::bigint, null::bigint, null, null, n.ours, n.theirs
  from (
    select item, channel_id, sum(ours)::bigint as ours, sum(theirs)::bigint as theirs from (
      select 'registration' as item, channel_id, 1 as ours, 0 as theirs from (${registrationsOf(day)}) came
      union all
      select 'visit', channel_id, 1, 0 from (${visitsOf({ first: day, last: day })}) visited where ${withVisits}::boolean
      union all
      select f.item, channel_id, 0, f.n from (${figuresOf(day)}) figures
        cross join lateral (values ('registration', registrations), ('visit', visits)) f (item, n)
      where f.item <> 'visit' or ${withVisits}::boolean
    ) each group by item, channel_id
  ) n left join channel h on h.id = n.channel_id
  where n.ours <> n.theirs`

/** How many figures of channels a business day has. */
export const countFigures = (day: string): RawBuilder<unknown> => sql`
  select (count(distinct channel_id) filter (where visits > 0)
    + count(distinct channel_id) filter (where registrations > 0))::int from (${figuresOf(day)}) figures`

/**
 * The rows behind a difference of visits or registrations, at most 50: users without their fact come first.
 * @param of the difference; its number is that of `figureGaps`
 */
export async function rowsBehindFigure(
  db: Db,
  { item, day, ref }: Pick<DifferenceRow, 'item' | 'day' | 'ref'>,
): Promise<DifferenceBehind[]> {
  const channelId = ref.slice(day.length + 1)
  const rows =
    item === 'visit'
      ? sql`select 'visit' as what, v.id::text as id, time_of_id(v.id) as at, false as known from visit v
          where v.id >= time_id_at(${day}::date - interval '2 days') and v.id < time_id_at(${day}::date + interval '3 days')
            and v.channel_id = ${channelId} and business_day(time_of_id(v.id)) = ${day}::date`
      : sql`select 'user' as what, r.user_id::text as id, r.at, exists (select from fact f where f.day = ${day}::date
            and f.kind = 'registration' and f.channel_id = r.channel_id and f.user_id = r.user_id) as known
          from (${registrationsOf(day)}) r where r.channel_id = ${channelId}`
  const found = await sql<DifferenceBehind>`
    select what, id, at, null as fen, null as status from (${rows}) t order by known, at, id limit 50`.execute(
    db.withoutPlugins(),
  )
  return found.rows
}
