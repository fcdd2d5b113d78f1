import parser from 'cron-parser'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Settings } from '../settings/settings.ts'
import type { AnyJob } from './job.ts'
import { sendJob } from './send.ts'

/** Two times of a schedule with none in between. */
interface Span {
  from: number
  to: number
}

/** The span that was asked for last, by schedule and zone: to compute one takes milliseconds, and one lasts a minute at least. */
const spans = new Map<string, Span>()

function spanAt(cron: string, timeZone: string, now: Date): Span {
  const key = `${timeZone} ${cron}`
  const at = now.getTime()
  const known = spans.get(key)
  if (known && known.from <= at && at < known.to) return known
  const timeAfter = (from: number, way: 'next' | 'prev') =>
    parser
      .parseExpression(cron, { tz: timeZone, currentDate: new Date(from) })
      [way]()
      .getTime()
  // The library returns times before the one that it is given.
  const span = { from: timeAfter(at + 1, 'prev'), to: timeAfter(at, 'next') }
  spans.set(key, span)
  return span
}

/** When a scheduled job is next due. */
export const nextTime = (cron: string, timeZone: string, now: Date): Date =>
  new Date(spanAt(cron, timeZone, now).to)

/** The latest time, up to now, at which a job was due. */
const lastTime = (cron: string, timeZone: string, now: Date): Date =>
  new Date(spanAt(cron, timeZone, now).from)

/**
 * Sends the jobs that are due by the database's clock. The row of a job records the last time that it was sent for, so each due
 * time is sent once, by the first instance that sees it. If several times passed while no instance ran, the job is sent once. When the
 * clock is put back, the time that was sent for too early is not sent for again, and the ones before it are.
 * @returns the names of the jobs that were sent
 */
export async function sendDue(
  db: Db,
  jobs: readonly AnyJob[],
  settings: Settings,
  now?: Date,
): Promise<string[]> {
  const sent: string[] = []
  const at = now ?? (await readClock(db))
  for (const job of jobs) {
    if (job.cron === undefined) continue
    const zone = settings.get('business.timezone')
    const due = lastTime(job.cron, zone, at)
    await putBack(db, job.name, { due, next: nextTime(job.cron, zone, at) })
    const isSent = await db.transaction().execute(async (write) => {
      if (!(await take(write, job.name, due))) return false
      await sendJob(write, job, {})
      return true
    })
    if (isSent) sent.push(job.name)
  }
  return sent
}

/**
 * A recorded time behind the next due one comes from a clock that was ahead by more than a period: the job would not be sent until then.
 */
const putBack = (db: Db, name: string, { due, next }: { due: Date; next: Date }) =>
  db
    .updateTable('jobSchedule')
    .set({ dueAt: due })
    .where('name', '=', name)
    .where('dueAt', '>', next.toISOString())
    .execute()

/** Claims one due time of a job for this instance. A new job waits for its next time. */
async function take(db: Db, name: string, due: Date): Promise<boolean> {
  const known = await db
    .insertInto('jobSchedule')
    .values({ name, dueAt: due })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ dueAt: due }).where('jobSchedule.dueAt', '<', due.toISOString()),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
  return known?.isNew === false
}

async function readClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::timestamptz(3) as now`.execute(db)
  return new Date(rows[0]?.now as string)
}
