import parser from 'cron-parser'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Settings } from '#settings/settings'
import type { AnyJob } from './job.ts'
import { sendJob } from './send.ts'

/** When a job that is done by itself is done next. */
export const nextTime = (cron: string, timeZone: string, now: Date): Date =>
  parser.parseExpression(cron, { tz: timeZone, currentDate: now }).next().toDate()

/** The latest time, up to now, at which a job was to be done. */
const lastTime = (cron: string, timeZone: string, now: Date): Date =>
  // The library looks for times before the one it is given.
  parser
    .parseExpression(cron, { tz: timeZone, currentDate: new Date(now.getTime() + 1) })
    .prev()
    .toDate()

/**
 * Sends what is due by the clock of the database. The row of a job says which time it was last sent for, so each time is
 * sent for once, by whichever instance is first; times that passed while nothing ran are made up for by one.
 * @returns the names of what was sent
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
    const due = lastTime(job.cron, settings.get('business.timezone'), at)
    const isSent = await db.transaction().execute(async (write) => {
      if (!(await take(write, job.name, due))) return false
      await sendJob(write, job, {})
      return true
    })
    if (isSent) sent.push(job.name)
  }
  return sent
}

/** Whether this time of this job is ours to send for. A job that is new waits for its next time. */
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
