import { sql } from 'kysely'
import type { Db } from './client.ts'

/** How far the database's clock is ahead of this machine's at the start of the process, in milliseconds, as it was last found. */
let offset = 0

/** This machine's clock as it was when the process began, and the time since: it does not follow when somebody sets the clock. */
const steadyNow = () => performance.timeOrigin + performance.now()

/**
 * What the database's clock says now, in milliseconds: of all times that are stored, compared with stored ones, or decide a business day.
 * It is as good as the last comparison (`compareClocks`), and stays so while the clock of this machine jumps.
 */
export const databaseNow = (): number => Math.floor(steadyNow() + offset)

/** The same as a date. */
export const databaseDate = (): Date => new Date(databaseNow())

/**
 * Asks the database for its time. What is known of its clock changes only as far as the answer proves it wrong, so an answer that took
 * long changes nothing.
 * @returns how far this machine's clock is ahead, in milliseconds
 */
export async function compareClocks(db: Db): Promise<number> {
  const [asked, shown] = [steadyNow(), Date.now()]
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  const [answered, at] = [steadyNow(), Number(rows[0]?.at)]
  offset = Math.min(Math.max(offset, at - answered), at - asked)
  return (shown + Date.now()) / 2 - at
}

/** Clocks that differ by more than this may make young rows look old, in milliseconds; rows that are kept for days. */
const mostApart = 3_600_000

/**
 * @param most how far the clocks may be apart, in milliseconds: less than the time that rows are kept beyond their use
 * @returns false if one of the two clocks is surely wrong, so that nothing must be deleted by its age
 */
export const clocksAgree = async (db: Db, most = mostApart): Promise<boolean> =>
  Math.abs(await compareClocks(db)) <= most

/**
 * @param most as of `clocksAgree`
 * @throws if the clocks do not agree, because what is deleted by age is gone
 */
export async function refuseWrongClock(db: Db, most = mostApart): Promise<void> {
  if (!(await clocksAgree(db, most)))
    throw new Error('the clocks of this machine and of the database differ, so nothing is deleted by its age')
}
