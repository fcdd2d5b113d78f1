import { businessDayAt, daysAfter, startOfDay } from '@kabao/contract/kernel/business-clock'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'

export interface Span {
  /** ISO 8601; the first instant. */
  from: string
  /** ISO 8601; the first instant after it. */
  to: string
}

/** The business week (from Monday) or month up to an instant, and the same part of the one before. */
export function spansOf(settings: Settings, period: 'week' | 'month', at: Date): { now: Span; before: Span } {
  const clock = businessClock(settings)
  const today = businessDayAt(at.getTime(), clock)
  const first = period === 'week' ? mondayOf(today) : `${today.slice(0, 7)}-01`
  const earlier = period === 'week' ? daysAfter(first, -7) : `${daysAfter(first, -1).slice(0, 7)}-01`
  const [start, startBefore] = [startOfDay(first, clock), startOfDay(earlier, clock)]
  const iso = (ms: number) => new Date(ms).toISOString()
  // A month that is shorter than what has passed of this one ends with its last day.
  const endBefore = Math.min(startBefore + at.getTime() - start, start)
  return {
    now: { from: iso(start), to: at.toISOString() },
    before: { from: iso(startBefore), to: iso(endBefore) },
  }
}

const mondayOf = (day: string) => daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
