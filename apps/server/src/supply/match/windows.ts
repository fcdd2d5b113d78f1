import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  instantOf,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'
import type { PlanWindow } from '@kabao/contract/supply/plan-terms'

/** The minutes of a day of 24 hours, and of a week. */
export const minutesOfDay = 1_440
export const minutesOfWeek = 7 * minutesOfDay

/** `hh:mm` as minutes since midnight; `24:00` is 1,440. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Windows in the order of the week; those of one weekday that touch or overlap are one. */
export function joinWindows(windows: readonly PlanWindow[]): PlanWindow[] {
  const joined: PlanWindow[] = []
  const inOrder = windows.toSorted(
    (one, other) => one.weekday - other.weekday || minutesOf(one.from) - minutesOf(other.from),
  )
  for (const { weekday, from, to } of inOrder) {
    const last = joined.at(-1)
    if (last?.weekday !== weekday || last.to < from) joined.push({ weekday, from, to })
    else if (to > last.to) last.to = to
  }
  return joined
}

/** What the business clock shows at an instant. */
export interface Moment {
  /** The business day, `yyyy-mm-dd`. */
  day: string
  /** The weekday of the calendar day, from Monday (1). */
  weekday: number
  /** Minutes since midnight. */
  minute: number
}

/** @param at milliseconds since 1970 */
export function momentAt(at: number, clock: BusinessClock): Moment {
  const wall = wallClockAt(at, clock.timeZone)
  const date = wall.slice(0, 10)
  return { day: businessDayAt(at, clock), weekday: weekdayOf(date), minute: minutesOf(wall.slice(11, 16)) }
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** Whether a moment is in one of the windows; without windows it always is. */
export const isInWindows = (windows: readonly PlanWindow[], { weekday, minute }: Moment): boolean =>
  windows.length === 0 ||
  windows.some(
    (window) =>
      window.weekday === weekday && minutesOf(window.from) <= minute && minute < minutesOf(window.to),
  )

/**
 * The elapsed share of the windows of a business day, with the running minute: 0 before the first window, 1 from the last minute
 * on. A clock change within the day moves it by the hour that is skipped or repeated.
 */
export function elapsedShare(windows: readonly PlanWindow[], at: number, clock: BusinessClock): number {
  const day = businessDayAt(at, clock)
  const wall = wallClockAt(at, clock.timeZone)
  const begin = minutesOf(clock.dayStartsAt)
  const daysOn = Math.round((Date.parse(wall.slice(0, 10)) - Date.parse(day)) / 86_400_000)
  // In minutes since midnight of the day on which the business day begins.
  const now = daysOn * minutesOfDay + minutesOf(wall.slice(11, 16)) + 1
  const open = windowsOfDay(windows, day)
    .map(([from, to]) => [Math.max(from, begin), Math.min(to, begin + minutesOfDay)] as const)
    .filter(([from, to]) => from < to)
  const length = (until: number) =>
    open.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, until) - from), 0)
  const whole = length(Number.POSITIVE_INFINITY)
  return whole === 0 ? 1 : Math.min(1, length(now) / whole)
}

/** The windows of a calendar day and of the next one, in minutes since its midnight. */
function windowsOfDay(windows: readonly PlanWindow[], day: string): (readonly [number, number])[] {
  if (windows.length === 0) return [[0, 2 * minutesOfDay]]
  const first = weekdayOf(day)
  return windows.flatMap(({ weekday, from, to }) =>
    [0, 1]
      .filter((later) => ((first - 1 + later) % 7) + 1 === weekday)
      .map(
        (later) => [minutesOf(from) + later * minutesOfDay, minutesOf(to) + later * minutesOfDay] as const,
      ),
  )
}

/** When a plan takes people. */
export interface Times {
  windows: readonly PlanWindow[]
  /** Business days; null: no end. */
  startsOn: string
  endsOn: string | null
}

/**
 * The first instant from `at` on at which a plan is open: `at` itself if it is. Null if it never opens again. Of an hour that the
 * clock shows twice, the first is named as the next opening; the plan is open in both.
 * @param at milliseconds since 1970
 */
export function opensAt(
  { windows, startsOn, endsOn }: Times,
  at: number,
  clock: BusinessClock,
): number | null {
  const from = Math.max(at, startOfDay(startsOn, clock))
  const until = endsOn === null ? Number.POSITIVE_INFINITY : endOfDay(endsOn, clock)
  if (from >= until) return null
  if (isInWindows(windows, momentAt(from, clock))) return from
  const { timeZone } = clock
  const date = wallClockAt(from, timeZone).slice(0, 10)
  // A window may lie in the hour that a clock change skips, so one week is not always enough.
  for (let later = 0; later <= 14; later++) {
    const day = daysAfter(date, later)
    for (const window of windows.filter(({ weekday }) => weekday === weekdayOf(day))) {
      const begins = instantOf(`${day} ${window.from}:00`, timeZone)
      const ends = instantOf(
        window.to === '24:00' ? `${daysAfter(day, 1)} 00:00:00` : `${day} ${window.to}:00`,
        timeZone,
      )
      const opens = Math.max(begins, from)
      if (opens < ends) return opens < until ? opens : null
    }
  }
  return null
}
