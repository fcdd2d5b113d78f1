import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type DayRange, piecesOf, visitsFrom } from './days.ts'
import { putCells, removeOtherCells, type Way } from './figures.ts'
import { hold } from './lock.ts'
import { type Recount, recounted, recountedHours, visitsOf } from './recount.ts'

/** How many days are counted in one transaction. */
const daysAtOnce = 7

/**
 * Counts business days anew from facts and visits, some days at a time. Readers see the figures as before until a piece is done, and
 * facts arrive meanwhile; only the fold waits for a piece.
 * @param done is told how far it is
 * @returns how many cells were changed
 */
export async function rebuild(
  db: Db,
  range: DayRange,
  done: (days: DayRange) => void = () => undefined,
): Promise<number> {
  const from = await visitsFrom(db)
  let changed = 0
  for (const days of piecesOf(range, daysAtOnce)) {
    changed += await db.transaction().execute((write) => rebuildPiece(write, { days, visitsFrom: from }))
    done(days)
  }
  return changed
}

async function rebuildPiece(write: Db, recount: Recount): Promise<number> {
  await hold(write)
  await sql`set local work_mem = '64MB'`.execute(write)
  if (recount.days.last >= recount.visitsFrom) await findVisitors(write, recount)
  return (
    (await putDays(write, 'day', recount)) +
    (await putDays(write, 'came', recount)) +
    (await putHours(write, recount))
  )
}

/** Visitors of the days that are not known yet; those that still wait in the queue are known then. */
const findVisitors = (write: Db, { days, visitsFrom }: Recount) =>
  sql`
  insert into day_visitor as k (day, visitor, hour, channel_id, product_id, city_code, flow)
  select day, visitor, min(hour), channel_id, product_id, city_code, flow
  from (${visitsOf({ first: days.first > visitsFrom ? days.first : visitsFrom, last: days.last })}) v
  group by day, visitor, channel_id, product_id, city_code, flow
  on conflict (day, visitor, channel_id, product_id, city_code, flow) do update set hour = excluded.hour where excluded.hour < k.hour`.execute(
    write,
  )

async function putDays(write: Db, way: Way, recount: Recount): Promise<number> {
  const { first, last } = recount.days
  const { rows } = await sql<{ changed: number }>`
    with ${recounted(way, recount)},
    gone as (${removeOtherCells('roll_up', 'cells', sql`way = ${sql.lit(way)} and day between ${first} and ${last}`)}),
    put as (${putCells('roll_up', 'cells')})
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`.execute(
    write.withoutPlugins(),
  )
  return rows[0]?.changed ?? 0
}

/** The hours of the days, as far as there are figures by the hour. */
async function putHours(write: Db, recount: Recount): Promise<number> {
  const { first, last } = recount.days
  const { rows: found } = await sql<{ from: string; to: string }>`
    select to_char(min(b.hour) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "from",
      to_char((max(b.hour) + interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "to"
    from generate_series(${first}::date - interval '2 days', ${last}::date + interval '3 days', interval '15 minutes') i (at)
      cross join lateral (select * from business_clock c where c.from_at <= i.at order by c.from_at desc limit 1) c
      cross join lateral (select date_trunc('hour', i.at, c.time_zone) as hour) b
    where business_day(i.at, c.time_zone, c.day_starts_at) between ${first} and ${last} and b.hour >= hours_from()`.execute(
    write.withoutPlugins(),
  )
  const hours = found[0]
  if (!hours?.from) return 0
  const { rows: around } = await sql<DayRange>`
    select to_char(${first}::date - 1, 'YYYY-MM-DD') as first, to_char(${last}::date + 1, 'YYYY-MM-DD') as last`.execute(
    write.withoutPlugins(),
  )
  const days = around[0] as DayRange
  const { rows } = await sql<{ changed: number }>`
    with ${recountedHours(hours, { ...recount, days })},
    gone as (${removeOtherCells('roll_up_hour', 'cells', sql`hour >= ${hours.from} and hour < ${hours.to}`)}),
    put as (${putCells('roll_up_hour', 'cells')})
    select ((select count(*) from gone) + (select count(*) from put))::int as changed`.execute(
    write.withoutPlugins(),
  )
  return rows[0]?.changed ?? 0
}
