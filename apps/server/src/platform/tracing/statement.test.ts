import { expect, test } from 'vitest'
import { withoutValues } from './statement.ts'

test.each([
  ['select * from t where a = $1 limit 5', 'select * from t where a = $1 limit ?'],
  [`select 'it''s', 12.5, x1 from "quoted 12" where b = 'c'`, 'select ?, ?, x1 from "quoted 12" where b = ?'],
  [`select E'a\\'b' || e'c', $$in 'dollars' 1$$, $tag$2$tag$, $12`, 'select ? || ?, ?, ?, $12'],
  [`insert into t\n  values (1,-2, '13912345678')`, 'insert into t values (?,-?, ?)'],
  [
    `a = '{1,2}'::bigint[] and b > now() - interval '5 minutes'`,
    'a = ?::bigint[] and b > now() - interval ?',
  ],
])('%s has no literal left', (text, plain) => {
  expect(withoutValues(text)).toBe(plain)
  expect(withoutValues(text)).toBe(plain)
})

test('a long statement is cut', () => {
  expect(withoutValues(`select ${'a, '.repeat(2_000)}`)).toHaveLength(2_000)
})
