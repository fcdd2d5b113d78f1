import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  startOfDay,
} from '@kabao/contract/kernel/business-clock'
import { hoursOf } from '@kabao/contract/statistics/report/range'

/** What an alert judges: a business day, or its first hours. */
export interface Span {
  day: string
  /** How many of its hours; null: the whole day, from the figures of days. */
  hours: number | null
  /** When it was over, in milliseconds. */
  until: number
}

const hour = 3_600_000

/** What was over last. In the first hour of a day it is the whole day before, also for `hour`. */
export function lastSpan(every: 'hour' | 'day', clock: BusinessClock, now: number): Span {
  const today = businessDayAt(now, clock)
  const full = every === 'hour' ? fullHours(today, clock, now) : 0
  if (full > 0) return { day: today, hours: full, until: startOfDay(today, clock) + full * hour }
  const day = daysAfter(today, -1)
  const hours = every === 'hour' ? hoursOf(day, clock).length : null
  return { day, hours, until: startOfDay(today, clock) }
}

const fullHours = (day: string, clock: BusinessClock, now: number) =>
  hoursOf(day, clock).filter((at) => Date.parse(at) + hour <= now).length
