import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { addDueRun } from './runs.ts'
import { lastTime, nextTime, type Rhythm } from './times.ts'

/** The next time of a schedule is no further away than this, in hours; one that is comes from a clock that was ahead. */
const farthest = sql`case rhythm when 'day' then 26 when 'week' then 170 else 770 end`

/** A schedule to look at: it is due, the business zone has changed, or the clock was put back. */
const isToLookAt = (at: string, timeZone: string) =>
  sql`is_on and (next_at <= ${at} or time_zone <> ${timeZone} or next_at > ${at}::timestamptz + make_interval(hours => ${farthest}))`

/**
 * Adds a run for each schedule whose time has come by the database's clock, and computes its next time. The row of a schedule is locked,
 * and a time has one run, so each is made once by whichever instance sees it first, also if the clock is put back. Of several times that
 * passed while no instance ran, the last is made.
 * @returns how many runs were added
 */
export async function claimDue(db: Db, timeZone: string, now?: number): Promise<number> {
  const instant = now ?? (await readClock(db))
  const at = new Date(instant).toISOString()
  const { rows } = await sql<{ id: string }>`select id from report_schedule
    where ${isToLookAt(at, timeZone)} order by next_at, id limit 1000`.execute(db)
  let added = 0
  for (const { id } of rows)
    if (await db.transaction().execute((write) => claim(write, id, timeZone, instant))) added++
  return added
}

async function claim(write: Db, id: string, timeZone: string, now: number): Promise<boolean> {
  const at = new Date(now).toISOString()
  const { rows } = await sql<Rhythm & { nextAt: string }>`
    select rhythm, weekday, month_day as "monthDay", hour, next_at as "nextAt" from report_schedule
    where id = ${id} and ${isToLookAt(at, timeZone)} for update skip locked`.execute(write.withoutPlugins())
  const found = rows[0]
  if (!found) return false
  const isDue = Date.parse(found.nextAt) <= now
  // After a change of the zone, the time that was due may be none of the rhythm any more.
  const due = Math.max(lastTime(found, timeZone, now), Date.parse(found.nextAt))
  const run = isDue ? await addDueRun(write, id, Math.min(due, now)) : undefined
  const next = new Date(nextTime(found, timeZone, now)).toISOString()
  await sql`update report_schedule set next_at = ${next}, time_zone = ${timeZone} where id = ${id}`.execute(
    write,
  )
  return run !== undefined
}

async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  return Number(rows[0]?.at)
}
