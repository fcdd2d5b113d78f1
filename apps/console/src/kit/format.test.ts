import { expect, test } from 'vitest'
import {
  formatFen,
  formatInstant,
  formatNumber,
  formatShare,
  formatShortFen,
  formatShortInstant,
  formatShortNumber,
} from './format.ts'

test('instants are shown in the business time zone', () => {
  expect(formatInstant('2026-03-01T00:30:00.000Z', 'zh-CN')).toBe('2026-03-01 08:30:00')
  expect(formatInstant('2026-03-01T16:05:09.000Z', 'en-US')).toBe('Mar 2, 2026, 00:05:09')
  expect(formatInstant(null, 'zh-CN')).toBe('')
})

test('an instant in a table is short: to the minute, and without its year in the running year of the business', () => {
  const iso = '2026-03-01T00:30:45.000Z'
  // It is 2027 in Shanghai eight hours before it is in UTC.
  const [sameYear, nextYear] = [Date.parse('2026-12-31T15:59:59Z'), Date.parse('2026-12-31T16:00:00Z')]
  expect(formatShortInstant(iso, 'zh-CN', sameYear)).toBe('03-01 08:30')
  expect(formatShortInstant(iso, 'en-US', sameYear)).toBe('Mar 1, 08:30')
  expect(formatShortInstant(iso, 'zh-CN', nextYear)).toBe('2026-03-01 08:30')
  expect(formatShortInstant(iso, 'en-US', nextYear)).toBe('Mar 1, 2026, 08:30')
  // A time to come, across New Year.
  expect(formatShortInstant('2027-01-24T00:00:00.000Z', 'zh-CN', sameYear)).toBe('2027-01-24 08:00')
})

test('money is stored in fen and shown in yuan', () => {
  expect(formatFen(123_450, 'zh-CN')).toBe('¥1,234.50')
  expect(formatFen(-5, 'en-US')).toBe('-¥0.05')
})

test('a share is stored in basis points and shown in percent', () => {
  expect(formatShare(1_250, 'zh-CN')).toBe('12.5%')
  expect(formatShare(5, 'en-US')).toBe('0.05%')
  expect(formatShare(10_000, 'zh-CN')).toBe('100%')
})

test('numbers are grouped by thousands', () => {
  expect(formatNumber(1_234_567, 'zh-CN')).toBe('1,234,567')
})

test('a large number in little space has the unit of its language', () => {
  expect(formatShortNumber(9_999, 'zh-CN')).toBe('9,999')
  expect(formatShortNumber(123_456, 'zh-CN')).toBe('12.3万')
  expect(formatShortNumber(456_000_000, 'zh-CN')).toBe('4.56亿')
  expect(formatShortNumber(123_456, 'en-US')).toBe('123k')
  expect(formatShortNumber(-456_000_000, 'en-US')).toBe('-456M')
})

test('a large amount in little space has the unit of its language', () => {
  expect(formatShortFen(999_999, 'zh-CN')).toBe('¥9,999.99')
  expect(formatShortFen(800_000, 'zh-CN')).toBe('¥8,000')
  expect(formatShortFen(12_345_600, 'zh-CN')).toBe('¥12.3万')
  expect(formatShortFen(-12_345_600, 'en-US')).toBe('-¥123k')
})
