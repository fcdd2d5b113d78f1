import { expect, test } from 'vitest'
import { nextDate } from './dates.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const now = Date.parse(at(10))

test('the next date is the first one ahead; past dates and missing ones do not act', () => {
  expect(nextDate([at(20), at(15)], now)).toBe(at(15))
  expect(nextDate([at(5), at(30)], now)).toBe(at(30))
  expect(nextDate([at(5), null], now)).toBeNull()
  expect(nextDate([null, null], now)).toBeNull()
})

test('a date that is due and was not changed still acts; a changed one in the past does not', () => {
  const before = { dates: [at(9), at(30)], actsAt: at(9) }
  expect(nextDate([at(9), at(40)], now, before)).toBe(at(9))
  expect(nextDate([at(8), at(40)], now, before)).toBe(at(40))
})

test('a date that has acted does not act again', () => {
  const before = { dates: [at(5), at(30)], actsAt: at(30) }
  expect(nextDate([at(5), at(20)], now, before)).toBe(at(20))
})
