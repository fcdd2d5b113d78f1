import { expect, test } from 'vitest'
import { Secrets } from './secrets.mjs'

test.each([
  ['abcdef', ['abcdef'], true],
  ['before abcdef after', ['abcdef'], true],
  ['xabcdefx', ['abcdef'], true],
  ['abcde', ['abcdef'], false],
  ['abcabcdef', ['abcdef'], true],
  // Two that begin alike.
  ['the abcxyz', ['abcdef', 'abcxyz'], true],
  // The keys of these are the same, the texts are not.
  ['\u00e1bcdef', ['abcdef'], false],
  ['密码 right 12 密码', ['密码 right 12'], true],
  // The second time it stands alone.
  ['1795282815973 795282', ['795282'], true],
  ['1795282 7952825', ['795282'], false],
  ['795282', ['795282'], true],
  ['', ['abcdef'], false],
])('in %j of %j', (line, secrets, isThere) => {
  expect(new Secrets(secrets).areIn(line)).toBe(isThere)
})
