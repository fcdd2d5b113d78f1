import { expect, test, vi } from 'vitest'
import { daysOf, instantAt, presets, rangeOf, wallClock } from './business-time.ts'

test('a day of the business begins at its own midnight, wherever the reader is', () => {
  expect(rangeOf('2026-03-01', '2026-03-02')).toEqual([
    '2026-02-28T16:00:00.000Z',
    '2026-03-02T16:00:00.000Z',
  ])
  expect(daysOf(['2026-02-28T16:00:00.000Z', '2026-03-02T16:00:00.000Z'])).toEqual([
    '2026-03-01',
    '2026-03-02',
  ])
})

test('what the clock reads and the instant are two ways to say the same', () => {
  expect(wallClock(instantAt('2026-03-01 08:30:00'))).toBe('2026-03-01 08:30:00')
})

test('today and this month follow the clock of the business', () => {
  vi.useFakeTimers({ now: new Date('2026-02-28T16:30:00Z') })
  expect(daysOf(presets.today())).toEqual(['2026-03-01', '2026-03-01'])
  expect(daysOf(presets.days7())).toEqual(['2026-02-23', '2026-03-01'])
  expect(daysOf(presets.month())).toEqual(['2026-03-01', '2026-03-01'])
})
