import { expect, test } from 'vitest'
import { Secrets } from './secrets.mjs'

test.each([
  ['abcdef', ['abcdef'], true],
  ['before abcdef after', ['abcdef'], true],
  ['xabcdefx', ['abcdef'], true],
  ['abcde', ['abcdef'], false],
  ['abcabcdef', ['abcdef'], true],
  // Two secrets with the same first characters.
  ['the abcxyz', ['abcdef', 'abcxyz'], true],
  // Two secrets with the same key and different texts.
  ['\u00e1bcdef', ['abcdef'], false],
  ['密码 right 12 密码', ['密码 right 12'], true],
  // The second occurrence is not inside a longer number.
  ['1795282815973 795282', ['795282'], true],
  ['1795282 7952825', ['795282'], false],
  ['795282', ['795282'], true],
  ['', ['abcdef'], false],
])('in %j of %j', (line, secrets, isThere) => {
  expect(new Secrets(secrets).areIn(line)).toBe(isThere)
})
