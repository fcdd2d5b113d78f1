import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('what changed stands apart from what stayed; nested fields have paths; lists and nothing have words', () => {
  expect(
    differencesOf(
      { name: 'a', status: 'on', profile: { income: 3, city: 'x' }, tags: ['p'], note: null },
      {
        name: 'a',
        status: 'off',
        profile: { income: 4, city: 'x' },
        tags: ['p', 'q'],
        note: null,
        version: 2,
      },
    ),
  ).toEqual({
    changed: [
      { name: 'status', before: 'on', after: 'off' },
      { name: 'profile.income', before: '3', after: '4' },
      { name: 'tags', before: 'p', after: 'p, q' },
      { name: 'version', before: undefined, after: '2' },
    ],
    same: [
      { name: 'name', before: 'a', after: 'a' },
      { name: 'profile.city', before: 'x', after: 'x' },
      { name: 'note', before: '', after: '' },
    ],
  })
})

test('a field that only the line before names has not changed; what was made or removed is news as a whole', () => {
  expect(differencesOf({ a: 1, b: 2 }, { a: 3 }).same.map(({ name }) => name)).toEqual(['b'])
  expect(differencesOf(null, { a: 1 }).changed).toEqual([{ name: 'a', before: undefined, after: '1' }])
  expect(differencesOf({ a: 1 }, null).changed).toEqual([{ name: 'a', before: '1', after: undefined }])
  expect(differencesOf(null, null)).toEqual({ changed: [], same: [] })
})
