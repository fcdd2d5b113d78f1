import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elapsedShare, isInWindows, joinWindows, minutesOf, momentAt, opensAt } from './windows.ts'

const shanghai: BusinessClock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
const newYork: BusinessClock = { timeZone: 'America/New_York', dayStartsAt: '00:00' }
const at = (iso: string) => Date.parse(iso)
const iso = (instant: number | null) => instant && new Date(instant).toISOString()

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const window: fc.Arbitrary<PlanWindow> = fc
  .record({ weekday: fc.integer({ min: 1, max: 7 }), a: fc.nat(1439), b: fc.integer({ min: 1, max: 1440 }) })
  .filter(({ a, b }) => a !== b)
  .map(({ weekday, a, b }) => ({ weekday, from: time(Math.min(a, b)), to: time(Math.max(a, b)) }))
const windows = fc.array(window, { maxLength: 12 })

test('joined windows cover the same minutes, in the order of the week, with gaps between them', () => {
  fc.assert(
    fc.property(windows, fc.integer({ min: 1, max: 7 }), fc.nat(1439), (given, weekday, minute) => {
      const joined = joinWindows(given)
      if (given.length > 0)
        expect(isInWindows(joined, { day: '', weekday, minute })).toBe(
          isInWindows(given, { day: '', weekday, minute }),
        )
      for (const [nth, one] of joined.entries()) {
        const before = joined[nth - 1]
        if (before)
          expect(before.weekday < one.weekday || minutesOf(before.to) < minutesOf(one.from)).toBe(true)
      }
      expect(joinWindows(joined)).toEqual(joined)
    }),
  )
})

describe('the next opening', () => {
  const nineToSix = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))
  const always = { windows: [], startsOn: '2026-03-02', endsOn: '2026-03-10' }

  test.each([
    ['within a window it is now', '2026-03-03T02:00:00.000Z', '2026-03-03T02:00:00.000Z'],
    ['at its end it is the next day', '2026-03-03T10:00:00.000Z', '2026-03-04T01:00:00.000Z'],
    ['on Friday evening it is Monday', '2026-03-06T12:00:00.000Z', '2026-03-09T01:00:00.000Z'],
    ['before the first day it is the first window', '2026-02-20T02:00:00.000Z', '2026-03-02T01:00:00.000Z'],
    ['after the last window there is none', '2026-03-10T10:00:00.000Z', null],
  ])('%s', (_, now, opens) => {
    expect(iso(opensAt({ ...always, windows: nineToSix }, at(now), shanghai))).toBe(opens)
  })

  test.each([
    // A business day from 06:00 to 06:00: the last day ends on the next calendar day.
    ['the first instant of the first day', '2026-03-01T21:59:59.999Z', '2026-03-01T22:00:00.000Z', '06:00'],
    ['the last instant of the last day', '2026-03-10T21:59:59.999Z', '2026-03-10T21:59:59.999Z', '06:00'],
    ['the first instant after it', '2026-03-10T22:00:00.000Z', null, '06:00'],
    ['midnight', '2026-03-10T15:59:59.999Z', '2026-03-10T15:59:59.999Z', '00:00'],
    ['the instant after midnight', '2026-03-10T16:00:00.000Z', null, '00:00'],
  ])('at the edge of the business day: %s', (_, now, opens, dayStartsAt) => {
    expect(iso(opensAt(always, at(now), { ...shanghai, dayStartsAt }))).toBe(opens)
  })

  test.each([
    // New York puts its clock forward on 2026-03-08 at 02:00: that day has 23 hours.
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00.000Z'],
    // And back on 2026-11-01 at 02:00: that day has 25 hours.
    ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z', '2026-11-02T05:00:00.000Z'],
  ])('a plan of one day, %s, in a zone that changes its clock on it', (day, first, last, after) => {
    const plan = { windows: [], startsOn: day, endsOn: day }
    expect(iso(opensAt(plan, at(first) - 1, newYork))).toBe(first)
    expect(iso(opensAt(plan, at(last), newYork))).toBe(last)
    expect(opensAt(plan, at(after), newYork)).toBeNull()
  })

  test('a window in the skipped hour opens a week later; one in the repeated hour is open twice', () => {
    const skipped = {
      windows: [{ weekday: 7, from: '02:00', to: '03:00' }],
      startsOn: '2026-03-01',
      endsOn: null,
    }
    expect(iso(opensAt(skipped, at('2026-03-08T05:00:00.000Z'), newYork))).toBe('2026-03-15T06:00:00.000Z')
    const twice = { ...skipped, windows: [{ weekday: 7, from: '01:30', to: '01:45' }] }
    for (const open of ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'])
      expect(iso(opensAt(twice, at(open), newYork))).toBe(open)
  })

  test('is open, and the plan is closed in every minute before it', () => {
    const days = fc.constantFrom('2026-03-01', '2026-03-05', '2026-03-08', '2026-03-09')
    const clocks = fc.constantFrom(shanghai, newYork, { ...newYork, dayStartsAt: '05:30' })
    const minute = fc
      .integer({ min: 0, max: 12 * 1440 })
      .map((later) => at('2026-03-01T00:00:00Z') + later * 60_000)
    fc.assert(
      fc.property(windows, days, fc.option(days), clocks, minute, (given, startsOn, endsOn, clock, now) => {
        const plan = { windows: joinWindows(given), startsOn, endsOn }
        const isOpen = (instant: number) => {
          const moment = momentAt(instant, clock)
          return (
            startsOn <= moment.day &&
            (endsOn === null || moment.day <= endsOn) &&
            isInWindows(plan.windows, moment)
          )
        }
        const opens = opensAt(plan, now, clock)
        if (opens !== null) expect([opens >= now, isOpen(opens)]).toEqual([true, true])
        const until = Math.min(opens ?? Number.POSITIVE_INFINITY, now + 9 * 86_400_000)
        for (let before = now; before < until; before += 13 * 60_000)
          expect(isOpen(before), iso(before) as string).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the elapsed share of the day’s windows', () => {
  test('counts the running minute, and no time between windows', () => {
    const twoHours = [
      { weekday: 1, from: '09:00', to: '10:00' },
      { weekday: 1, from: '12:00', to: '13:00' },
    ]
    const share = (clockTime: string) =>
      elapsedShare(twoHours, at(`2026-03-02T${clockTime}:00+08:00`), shanghai)
    expect([share('08:59'), share('09:00'), share('09:29'), share('11:00'), share('12:59')]).toEqual([
      0,
      1 / 120,
      0.25,
      0.5,
      1,
    ])
  })

  test('of a business day that begins at 06:00 goes on past midnight', () => {
    const clock = { ...shanghai, dayStartsAt: '06:00' }
    const night = [
      { weekday: 1, from: '22:00', to: '24:00' },
      { weekday: 2, from: '00:00', to: '02:00' },
      // Belongs to the next business day.
      { weekday: 2, from: '08:00', to: '10:00' },
    ]
    const share = (instant: string) => elapsedShare(night, at(instant), clock)
    expect(share('2026-03-02T23:59:00+08:00')).toBe(0.5)
    expect(share('2026-03-03T01:59:00+08:00')).toBe(1)
    expect(share('2026-03-03T08:00:00+08:00')).toBeLessThan(0.5)
  })

  test('lies between 0 and 1, and never falls on a day without a clock change', () => {
    const minute = fc.nat(1438)
    fc.assert(
      fc.property(windows, minute, (given, later) => {
        const now = at('2026-03-03T16:00:00Z') + later * 60_000
        const [one, next] = [elapsedShare(given, now, shanghai), elapsedShare(given, now + 60_000, shanghai)]
        expect(one).toBeGreaterThanOrEqual(0)
        expect(next).toBeGreaterThanOrEqual(one)
        expect(next).toBeLessThanOrEqual(1)
      }),
    )
  })
})
