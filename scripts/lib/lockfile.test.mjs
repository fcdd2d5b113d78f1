import { expect, test } from 'vitest'
import { isCurrent, missingFrom, readLock } from './lockfile.mjs'

test('npm ci accepts our lock: all that its packages ask for is in it (node scripts/repair-lock.mjs)', () => {
  expect(missingFrom(readLock())).toEqual([])
  expect(isCurrent(readLock())).toBe(true)
})

test('a part for another machine that the lock forgot is seen', () => {
  const packages = {
    '': { dependencies: { tool: '1.0.0' } },
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } },
    'node_modules/tool-linux': {},
  }
  expect(missingFrom({ packages })).toEqual([['node_modules/tool', 'tool-mac', '1.0.0']])
})

test('a package of a workspace may lie in the folder of that workspace', () => {
  const packages = {
    'apps/one': { dependencies: { tool: '1.0.0' } },
    'apps/one/node_modules/tool': { dependencies: { part: '1.0.0' } },
    'apps/one/node_modules/part': {},
  }
  expect(missingFrom({ packages })).toEqual([])
})
