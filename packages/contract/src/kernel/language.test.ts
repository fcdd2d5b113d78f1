import { expect, test } from 'vitest'
import { fill } from './language.ts'

test('a value is inserted, and a placeholder without a value stays', () => {
  expect(fill('{{count}} of {{total}}', { count: 3 })).toBe('3 of {{total}}')
  expect(fill('Hello, {{name}}', { name: '$& {{count}}' })).toBe('Hello, $& {{count}}')
})

test.each([
  [0, '0 users were deleted'],
  [1, '1 user was deleted'],
  [2, '2 users were deleted'],
  ['1', '1 user was deleted'],
  ['1,001', '1,001 users were deleted'],
])('the form of a word follows the number: %s', (count, text) => {
  expect(fill('{{count}} {{count, user was|users were}} deleted', { count })).toBe(text)
})
