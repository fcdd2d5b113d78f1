import { expect, test } from 'vitest'
import { isCurrent, missingFrom, readLock } from './lockfile.mjs'

test('npm ci accepts our lock: it has every required package (mend it with node scripts/repair-lock.mjs)', () => {
  expect(missingFrom(readLock())).toEqual([])
  expect(isCurrent(readLock())).toBe(true)
})

test('a missing package for another machine is found', () => {
  const packages = {
    '': { dependencies: { tool: '1.0.0' } },
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' } },
    'node_modules/tool-linux': {},
  }
  expect(missingFrom({ packages })).toEqual([['node_modules/tool', 'tool-mac', '1.0.0']])
})

test('a package of a workspace may be in the folder of that workspace', () => {
  const packages = {
    'apps/one': { dependencies: { tool: '1.0.0' } },
    'apps/one/node_modules/tool': { dependencies: { part: '1.0.0' } },
    'apps/one/node_modules/part': {},
  }
  expect(missingFrom({ packages })).toEqual([])
})
