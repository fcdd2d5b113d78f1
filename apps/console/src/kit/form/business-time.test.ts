import { afterEach, describe, expect, test, vi } from 'vitest'
import { changeConfig } from '../call/config.ts'
import { daysOf, instantAt, presets, rangeOf, wallClock } from './business-time.ts'

afterEach(() => {
  changeConfig({ timezone: 'Asia/Shanghai', dayStartsAt: '00:00' })
  vi.useRealTimers()
})

test("a business day begins at midnight in the business time zone, whatever the reader's own time zone is", () => {
  expect(rangeOf('2026-03-01', '2026-03-02')).toEqual([
    '2026-02-28T16:00:00.000Z',
    '2026-03-02T16:00:00.000Z',
  ])
  expect(daysOf(['2026-02-28T16:00:00.000Z', '2026-03-02T16:00:00.000Z'])).toEqual([
    '2026-03-01',
    '2026-03-02',
  ])
})

test('clock time and instant convert into each other', () => {
  expect(wallClock(instantAt('2026-03-01 08:30:00'))).toBe('2026-03-01 08:30:00')
})

test('the clock follows the configured time zone with its summer time', () => {
  changeConfig({ timezone: 'America/New_York' })
  expect(instantAt('2026-01-15 08:30:00')).toBe('2026-01-15T13:30:00.000Z')
  expect(instantAt('2026-07-15 08:30:00')).toBe('2026-07-15T12:30:00.000Z')
  expect(rangeOf('2026-03-08', '2026-03-08')).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ])
  expect(wallClock('2026-03-08T07:00:00.000Z')).toBe('2026-03-08 03:00:00')
  expect(wallClock(instantAt('2026-11-01 12:00:00'))).toBe('2026-11-01 12:00:00')
})

test('today and this month follow the business clock', () => {
  vi.useFakeTimers({ now: new Date('2026-02-28T16:30:00Z') })
  expect(daysOf(presets.today())).toEqual(['2026-03-01', '2026-03-01'])
  expect(daysOf(presets.days7())).toEqual(['2026-02-23', '2026-03-01'])
  expect(daysOf(presets.month())).toEqual(['2026-03-01', '2026-03-01'])
})

test('a week begins on Monday', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T04:00:00Z') })
  expect(daysOf(presets.week())).toEqual(['2026-02-23', '2026-03-01'])
  expect(daysOf(presets.lastWeek())).toEqual(['2026-02-16', '2026-02-22'])
  vi.setSystemTime(new Date('2026-03-02T04:00:00Z'))
  expect(daysOf(presets.week())).toEqual(['2026-03-02', '2026-03-02'])
  expect(daysOf(presets.lastWeek())).toEqual(['2026-02-23', '2026-03-01'])
})

test('a time that the clock skips is the first instant after the gap', () => {
  changeConfig({ timezone: 'America/New_York' })
  expect(instantAt('2026-03-08 02:30:00')).toBe('2026-03-08T07:00:00.000Z')
})

describe('a day that begins at 04:00', () => {
  test('filters by day use it', () => {
    changeConfig({ dayStartsAt: '04:00' })
    const range = ['2026-02-28T20:00:00.000Z', '2026-03-02T20:00:00.000Z'] as const
    expect(rangeOf('2026-03-01', '2026-03-02')).toEqual(range)
    expect(daysOf(range)).toEqual(['2026-03-01', '2026-03-02'])
  })

  test('the common ranges use it: at 03:59 it is still yesterday', () => {
    changeConfig({ dayStartsAt: '04:00' })
    vi.useFakeTimers({ now: new Date('2026-02-28T19:59:59Z') })
    expect(daysOf(presets.today())).toEqual(['2026-02-28', '2026-02-28'])
    expect(daysOf(presets.yesterday())).toEqual(['2026-02-27', '2026-02-27'])
    expect(daysOf(presets.days7())).toEqual(['2026-02-22', '2026-02-28'])
    expect(daysOf(presets.days30())).toEqual(['2026-01-30', '2026-02-28'])
    expect(daysOf(presets.month())).toEqual(['2026-02-01', '2026-02-28'])
    expect(daysOf(presets.lastMonth())).toEqual(['2026-01-01', '2026-01-31'])
    vi.setSystemTime(new Date('2026-02-28T20:00:00Z'))
    expect(daysOf(presets.month())).toEqual(['2026-03-01', '2026-03-01'])
    expect(presets.today()).toEqual(['2026-02-28T20:00:00.000Z', '2026-03-01T20:00:00.000Z'])
  })
})
