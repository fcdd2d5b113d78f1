import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BusinessClock,
  businessDayAt,
  daysAfter,
  endOfDay,
  instantOf,
  startOfDay,
  wallClockAt,
} from './business-clock.ts'

const hour = 3_600_000
const at = (iso: string) => Date.parse(iso)
const iso = (instant: number) => new Date(instant).toISOString()

describe('the instant at which a clock shows a time', () => {
  test.each([
    ['Asia/Shanghai', '2026-03-01 00:00:00', '2026-02-28T16:00:00.000Z'],
    ['America/New_York', '2026-01-15 08:30:00', '2026-01-15T13:30:00.000Z'],
    ['America/New_York', '2026-07-15 08:30:00', '2026-07-15T12:30:00.000Z'],
    ['Pacific/Honolulu', '2026-01-01 00:00:00', '2026-01-01T10:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01 00:00:00', '2025-12-31T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01 00:00:00', '2025-12-31T18:15:00.000Z'],
    // Put forward from 02:00 to 03:00: a time in between is the moment of the change.
    ['America/New_York', '2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
    ['America/New_York', '2026-03-08 02:00:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
    // Put back from 02:00 to 01:00: a time that occurs twice is the first of the two.
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
    // Half an hour.
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:10:00', '2026-10-03T15:30:00.000Z'],
    // Midnight itself is skipped.
    ['Africa/Cairo', '2026-04-24 00:00:00', '2026-04-23T22:00:00.000Z'],
    // A whole day is skipped.
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T10:00:00.000Z'],
  ])('%s, %s', (zone, wall, instant) => {
    expect(iso(instantOf(wall, zone))).toBe(instant)
  })

  test.each(['', 'soon', '2026-13-01 00:00:00', '2026-01-01', '2026-01-01 25:00:00'])(
    'no instant for %j',
    (wall) => expect(instantOf(wall, 'UTC')).toBeNaN(),
  )
})

describe('a business day', () => {
  const shanghai: BusinessClock = { timeZone: 'Asia/Shanghai', dayStartsAt: '04:00' }

  test('begins at 04:00, and one second earlier is still the day before', () => {
    expect(iso(startOfDay('2026-03-01', shanghai))).toBe('2026-02-28T20:00:00.000Z')
    expect(iso(endOfDay('2026-03-01', shanghai))).toBe('2026-03-01T20:00:00.000Z')
    expect(businessDayAt(at('2026-02-28T19:59:59.999Z'), shanghai)).toBe('2026-02-28')
    expect(businessDayAt(at('2026-02-28T20:00:00Z'), shanghai)).toBe('2026-03-01')
  })

  test.each([
    ['23 hours', 'America/New_York', '00:00', '2026-03-08', 23],
    ['25 hours', 'America/New_York', '00:00', '2026-11-01', 25],
    ['24 hours', 'America/New_York', '00:00', '2026-06-01', 24],
    ['the change before it begins', 'America/New_York', '04:00', '2026-03-08', 24],
    ['the change in its night', 'America/New_York', '04:00', '2026-03-07', 23],
    ['begins in a gap', 'America/New_York', '02:30', '2026-03-08', 23.5],
    ['begins in what is read twice', 'America/New_York', '01:30', '2026-11-01', 25],
    ['begins where midnight is skipped', 'Africa/Cairo', '00:00', '2026-04-24', 23],
    ['does not exist', 'Pacific/Apia', '00:00', '2011-12-30', 0],
  ])('%s: %s from %s', (_what, timeZone, dayStartsAt, day, hours) => {
    const clock = { timeZone, dayStartsAt }
    expect((endOfDay(day, clock) - startOfDay(day, clock)) / hour).toBe(hours)
  })

  test('does not end when the clock is put back to before its beginning', () => {
    const clock = { timeZone: 'America/New_York', dayStartsAt: '01:30' }
    expect(businessDayAt(at('2026-11-01T05:29:59Z'), clock)).toBe('2026-10-31')
    expect(businessDayAt(at('2026-11-01T05:30:00Z'), clock)).toBe('2026-11-01')
    // 01:15 for the second time.
    expect(businessDayAt(at('2026-11-01T06:15:00Z'), clock)).toBe('2026-11-01')
  })
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-08', 30, '2026-04-07'],
])('%s and %i days is %s', (day, count, expected) => {
  expect(daysAfter(day, count)).toBe(expected)
})

describe('for every zone, every start of the day and every instant', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const instants = fc
    .integer({ min: at('1995-01-01') / 1_000, max: at('2045-01-01') / 1_000 })
    .map((s) => s * 1_000)
  /** Instants near clock changes, where almost all mistakes occur. */
  const nearChange = fc
    .tuple(zones, instants, fc.integer({ min: -5 * 3_600, max: 5 * 3_600 }))
    .map(([zone, instant, seconds]) => ({ zone, instant: changeAfter(instant, zone) + seconds * 1_000 }))
  const anywhere = fc.tuple(zones, instants).map(([zone, instant]) => ({ zone, instant }))
  const moments = fc.oneof(nearChange, anywhere)
  const runs = { numRuns: 2_000 }

  test('an instant is within its business day', () => {
    fc.assert(
      fc.property(moments, times, ({ zone, instant }, dayStartsAt) => {
        const clock = { timeZone: zone, dayStartsAt }
        const day = businessDayAt(instant, clock)
        expect(startOfDay(day, clock)).toBeLessThanOrEqual(instant)
        expect(endOfDay(day, clock)).toBeGreaterThan(instant)
      }),
      runs,
    )
  })

  test('a later instant never belongs to an earlier business day', () => {
    fc.assert(
      fc.property(
        moments,
        times,
        fc.integer({ min: 0, max: 30 * hour }),
        ({ zone, instant }, dayStartsAt, later) => {
          const clock = { timeZone: zone, dayStartsAt }
          expect(businessDayAt(instant + later, clock) >= businessDayAt(instant, clock)).toBe(true)
        },
      ),
      runs,
    )
  })

  test('the time shown at an instant is shown for the first time then or earlier', () => {
    fc.assert(
      fc.property(moments, ({ zone, instant }) => {
        const wall = wallClockAt(instant, zone)
        const first = instantOf(wall, zone)
        expect(first).toBeLessThanOrEqual(instant)
        expect(wallClockAt(first, zone)).toBe(wall)
      }),
      runs,
    )
  })

  test('the instant of a time is the first that shows this time or a later one', () => {
    fc.assert(
      fc.property(moments, ({ zone, instant }) => {
        // A UTC clock shows times that the zone may skip.
        const wall = wallClockAt(instant, 'UTC')
        const found = instantOf(wall, zone)
        expect(wallClockAt(found, zone) >= wall).toBe(true)
        expect(wallClockAt(found - 1_000, zone) < wall).toBe(true)
      }),
      runs,
    )
  })

  /** The instant of the zone's next clock change, or the same instant if there is none within a year. */
  function changeAfter(instant: number, zone: string): number {
    const ahead = (moment: number) => at(`${wallClockAt(moment, zone).replace(' ', 'T')}Z`) - moment
    let from = instant
    while (from < instant + 366 * 24 * hour && ahead(from) === ahead(from + 7 * 24 * hour))
      from += 7 * 24 * hour
    if (ahead(from) === ahead(from + 7 * 24 * hour)) return instant
    let [early, late] = [from, from + 7 * 24 * hour]
    while (late - early > 1_000) {
      const middle = early + Math.floor((late - early) / 2_000) * 1_000
      if (ahead(middle) === ahead(early)) early = middle
      else late = middle
    }
    return late
  }
})
