import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  instantOf,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'
import { runtimeConfig } from '../call/config.ts'

const clock = (): BusinessClock => {
  const { timezone, dayStartsAt } = runtimeConfig()
  return { timeZone: timezone, dayStartsAt }
}

/** `2026-03-01 08:30:00`: an instant as the business clock shows it (setting `business.timezone`). */
export const wallClock = (iso: string): string => wallClockAt(Date.parse(iso), clock().timeZone)

/**
 * The instant at which the business clock shows `2026-03-01 08:30:00`; for a time that the clock skips, the first instant after
 * it.
 */
export const instantAt = (wall: string): string => isoOf(instantOf(wall, clock().timeZone))

const isoOf = (instant: number) => new Date(instant).toISOString()

/** From the first instant of a range to the first instant after it. */
export type Range = readonly [from: string | undefined, to: string | undefined]

/** The first and the last business day of a range. */
export const daysOf = ([from, to]: Range): [string | null, string | null] => [
  from === undefined ? null : businessDayAt(Date.parse(from), clock()),
  to === undefined ? null : businessDayAt(Date.parse(to) - 1, clock()),
]

/** From the start of one business day to the end of another, according to the setting `business.dayStartsAt`. */
export const rangeOf = (first: string, last: string): Range => [
  isoOf(startOfDay(first, clock())),
  isoOf(endOfDay(last, clock())),
]

/** The Monday of the week of a day. */
const firstOfWeek = (day: string) => daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
/** The present business day: `2026-03-01`. */
export const today = (): string => businessDayAt(Date.now(), clock())

export const presets = {
  today: () => rangeOf(today(), today()),
  yesterday: () => rangeOf(daysAfter(today(), -1), daysAfter(today(), -1)),
  days7: () => rangeOf(daysAfter(today(), -6), today()),
  days30: () => rangeOf(daysAfter(today(), -29), today()),
  week: () => rangeOf(firstOfWeek(today()), today()),
  lastWeek: () => rangeOf(daysAfter(firstOfWeek(today()), -7), daysAfter(firstOfWeek(today()), -1)),
  month: () => rangeOf(firstOfMonth(today()), today()),
  lastMonth() {
    const last = daysAfter(firstOfMonth(today()), -1)
    return rangeOf(firstOfMonth(last), last)
  },
} as const
export type Preset = keyof typeof presets
