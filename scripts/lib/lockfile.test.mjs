import { expect, test } from 'vitest'
import { isCurrent, missingFrom, readLock, uncheckedIn } from './lockfile.mjs'

test('npm ci accepts our lock: it has every required package (mend it with node scripts/repair-lock.mjs)', () => {
  expect(missingFrom(readLock())).toEqual([])
  expect(isCurrent(readLock())).toBe(true)
})

test('every package of our lock has its checksum (mend it with node scripts/repair-lock.mjs)', () => {
  expect(uncheckedIn(readLock())).toEqual([])
})

test('a package without a checksum is found; a workspace and a part of another package need none', () => {
  const packages = {
    '': { version: '1.0.0' },
    'apps/one': { version: '1.0.0' },
    'node_modules/one': { resolved: 'apps/one', link: true },
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/tool/node_modules/part': { version: '2.0.0', inBundle: true },
    'apps/one/node_modules/@an/other': { version: '3.0.0' },
    'node_modules/alias': { name: 'real', version: '4.0.0' },
  }
  expect(uncheckedIn({ packages })).toEqual([
    ['apps/one/node_modules/@an/other', '@an/other', '3.0.0'],
    ['node_modules/alias', 'real', '4.0.0'],
  ])
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
