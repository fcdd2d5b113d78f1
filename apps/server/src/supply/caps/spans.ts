import {
  type BusinessClock,
  businessDayAt,
  startOfDay,
  wallClockAt,
} from '@kabao/contract/kernel/business-clock'

/** The spans of caps, from the longest: in this order they are claimed. */
export const spans = ['all', 'month', 'day', 'hour'] as const
export type Span = (typeof spans)[number]

/**
 * When the spans of an instant begin, as ISO 8601. Days and months are those of the business clock. An hour is one of the wall
 * clock; the hour that a clock change repeats counts twice, each for itself.
 * @param at milliseconds since 1970
 */
export function spansAt(at: number, clock: BusinessClock): Record<Span, string> {
  const day = businessDayAt(at, clock)
  const [minutes = 0, seconds = 0] = wallClockAt(at, clock.timeZone).slice(14).split(':').map(Number)
  const hour = Math.floor(at / 1_000) * 1_000 - (minutes * 60 + seconds) * 1_000
  const iso = (instant: number) => new Date(instant).toISOString()
  return {
    all: iso(0),
    month: iso(startOfDay(`${day.slice(0, 7)}-01`, clock)),
    day: iso(startOfDay(day, clock)),
    hour: iso(hour),
  }
}
