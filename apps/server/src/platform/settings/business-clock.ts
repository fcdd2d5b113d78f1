import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'
import { settingDefinitions } from '@kabao/contract/operations/setting'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { databaseDate } from '../db/now.ts'
import type { Settings } from './settings.ts'
import { readSettings } from './store.ts'

/** The business clock with the current settings. */
export const businessClock = (settings: Settings): BusinessClock => ({
  timeZone: settings.get('business.timezone'),
  dayStartsAt: settings.get('business.dayStartsAt'),
})

/** The business clock with the stored settings, for work that has only a transaction. */
export async function storedClock(db: Db): Promise<BusinessClock> {
  const stored = await readSettings(db)
  const storedValue = (key: 'business.timezone' | 'business.dayStartsAt') =>
    (stored.find((setting) => setting.key === key)?.value ?? settingDefinitions[key].standard) as string
  return { timeZone: storedValue('business.timezone'), dayStartsAt: storedValue('business.dayStartsAt') }
}

/** The calendar day in the business zone, `yyyy-mm-dd`, whenever the business day begins: for birthdays and ages. */
export const calendarDay = (settings: Settings, at: Date = databaseDate()): string =>
  wallClock(settings, at).slice(0, 10)

/** The hour in the business zone, 0–23. */
export const hourOfDay = (settings: Settings, at: Date): number =>
  Number(wallClock(settings, at).slice(11, 13))

/** The business day that an instant belongs to; before the hour at which it begins, it is still the day before. */
export const businessDay = (settings: Settings, at: Date = databaseDate()): string =>
  businessDayAt(at.getTime(), businessClock(settings))

/** The instant at which the business day of now ends, ISO 8601. */
export const endOfToday = (settings: Settings): string =>
  new Date(endOfDay(businessDay(settings), businessClock(settings))).toISOString()

const wallClock = (settings: Settings, at: Date) =>
  wallClockAt(at.getTime(), settings.get('business.timezone'))

/** A range of business days in SQL, for counts per day. */
export interface BusinessDays {
  /** The business day of an instant within the range, of type `date`; null for other instants. */
  day(at: RawBuilder<unknown>): RawBuilder<string>
  /** Whether an instant is within the range; can use an index on `at`. */
  within(at: RawBuilder<unknown>): RawBuilder<boolean>
}

/**
 * The business days from one to another, both included. The database gets the instants at which they begin, so that both sides
 * agree on every day, even if their time zone data differ.
 * @param first `yyyy-mm-dd`, not after `last`; at most some thousand days
 */
export function businessDays(settings: Settings, first: string, last: string): BusinessDays {
  const clock = businessClock(settings)
  const instants: string[] = []
  for (let day = first; day <= last; day = daysAfter(day, 1))
    instants.push(new Date(startOfDay(day, clock)).toISOString())
  const end = new Date(endOfDay(last, clock)).toISOString()
  const within = (at: RawBuilder<unknown>) =>
    sql<boolean>`(${at} >= ${instants[0]}::timestamptz and ${at} < ${end}::timestamptz)`
  return {
    within,
    day: (at) =>
      sql<string>`case when ${within(at)} then ${first}::date + width_bucket(${at}, ${instants}::timestamptz[]) - 1 end`,
  }
}
