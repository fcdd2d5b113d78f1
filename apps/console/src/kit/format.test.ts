import { expect, test } from 'vitest'
import { formatFen, formatInstant, formatNumber } from './format.ts'

test('instants are shown in the business time zone', () => {
  expect(formatInstant('2026-03-01T00:30:00.000Z', 'zh-CN')).toBe('2026-03-01 08:30:00')
  expect(formatInstant('2026-03-01T16:05:09.000Z', 'en-US')).toBe('Mar 2, 2026, 00:05:09')
  expect(formatInstant(null, 'zh-CN')).toBe('')
})

test('money is stored in fen and shown in yuan', () => {
  expect(formatFen(123_450, 'zh-CN')).toBe('¥1,234.50')
  expect(formatFen(-5, 'en-US')).toBe('-¥0.05')
})

test('numbers are grouped by thousands', () => {
  expect(formatNumber(1_234_567, 'zh-CN')).toBe('1,234,567')
})
