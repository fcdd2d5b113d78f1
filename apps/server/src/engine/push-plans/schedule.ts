import { type BusinessClock, daysAfter, instantOf, wallClockAt } from '@kabao/contract/kernel/business-clock'

/** The schedule of a push plan; see its contract. */
export interface Schedule {
  schedule: 'now' | 'at' | 'daily'
  /** ISO 8601 */
  at: string | null
  /** `hh:mm` in the business zone */
  dailyAt: string | null
}

/** When a push plan begins to send, at the earliest at `from`. Both are milliseconds since 1970. */
export function nextBegin({ schedule, at, dailyAt }: Schedule, from: number, clock: BusinessClock): number {
  if (schedule === 'at') return Date.parse(at as string)
  if (schedule === 'now') return from
  const today = wallClockAt(from, clock.timeZone).slice(0, 10)
  const on = (day: string) => instantOf(`${day} ${dailyAt}:00`, clock.timeZone)
  return on(today) >= from ? on(today) : on(daysAfter(today, 1))
}

/** The longest time whose unused places are made up for, in milliseconds. */
const mostArrears = 2_000

/**
 * How many people may be sent now, and from when on their places count.
 * @param pacedAt when the next place was due; null: from now on
 * @param now milliseconds since 1970, as `pacedAt`
 */
export function placesAt(
  { perMinute, pacedAt }: { perMinute: number; pacedAt: number | null },
  now: number,
): { places: number; from: number; intervalMs: number } {
  const intervalMs = 60_000 / perMinute
  const from = Math.max(pacedAt ?? now, now - Math.max(mostArrears, intervalMs))
  return { places: now < from ? 0 : Math.floor((now - from) / intervalMs) + 1, from, intervalMs }
}
