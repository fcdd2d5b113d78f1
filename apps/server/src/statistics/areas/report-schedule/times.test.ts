import { expect, test } from 'vitest'
import { lastTime, nextTime, type Rhythm } from './times.ts'

const zone = 'Asia/Shanghai'
const rhythm = (more: Partial<Rhythm>): Rhythm => ({
  rhythm: 'day',
  weekday: null,
  monthDay: null,
  hour: 8,
  ...more,
})
const next = (of: Rhythm, after: string, timeZone = zone) =>
  new Date(nextTime(of, timeZone, Date.parse(after))).toISOString()
const last = (of: Rhythm, now: string, timeZone = zone) =>
  new Date(lastTime(of, timeZone, Date.parse(now))).toISOString()

test('each day at its hour; the time itself is the last one, and not the next', () => {
  const daily = rhythm({})
  expect(next(daily, '2026-03-01T23:59:59.999Z')).toBe('2026-03-02T00:00:00.000Z')
  expect(next(daily, '2026-03-02T00:00:00.000Z')).toBe('2026-03-03T00:00:00.000Z')
  expect(last(daily, '2026-03-02T00:00:00.000Z')).toBe('2026-03-02T00:00:00.000Z')
  expect(last(daily, '2026-03-01T23:59:59.999Z')).toBe('2026-03-01T00:00:00.000Z')
})

test('each week on its weekday', () => {
  // 2 March 2026 is a Monday.
  const monday = rhythm({ rhythm: 'week', weekday: 1 })
  expect(next(monday, '2026-02-24T00:00:00.000Z')).toBe('2026-03-02T00:00:00.000Z')
  expect(last(monday, '2026-03-08T12:00:00.000Z')).toBe('2026-03-02T00:00:00.000Z')
  expect(next(rhythm({ rhythm: 'week', weekday: 7 }), '2026-03-02T00:00:00.000Z')).toBe(
    '2026-03-08T00:00:00.000Z',
  )
})

test('each month on its day, or on the last day of a shorter month', () => {
  const on = (monthDay: number) => rhythm({ rhythm: 'month', monthDay })
  expect(next(on(5), '2026-01-05T00:00:00.000Z')).toBe('2026-02-05T00:00:00.000Z')
  expect(next(on(31), '2026-01-31T00:00:00.000Z')).toBe('2026-02-28T00:00:00.000Z')
  expect(next(on(30), '2028-02-01T00:00:00.000Z')).toBe('2028-02-29T00:00:00.000Z')
  expect(next(on(30), '2026-03-01T00:00:00.000Z')).toBe('2026-03-30T00:00:00.000Z')
  expect(last(on(31), '2026-05-01T00:00:00.000Z')).toBe('2026-04-30T00:00:00.000Z')
})

test('a day of 23 hours, which skips the hour, and one of 25, which has it twice, each have it once', () => {
  const berlin = 'Europe/Berlin'
  const two = rhythm({ hour: 2 })
  // At 02:00 the clock is put forward to 03:00.
  expect(next(two, '2026-03-28T12:00:00.000Z', berlin)).toBe('2026-03-29T01:00:00.000Z')
  expect(next(two, '2026-03-29T01:00:00.000Z', berlin)).toBe('2026-03-30T00:00:00.000Z')
  // 02:00 is shown at 00:00Z and again at 01:00Z.
  expect(next(two, '2026-10-24T12:00:00.000Z', berlin)).toBe('2026-10-25T00:00:00.000Z')
  expect(next(two, '2026-10-25T00:00:00.000Z', berlin)).toBe('2026-10-26T01:00:00.000Z')
})
