import { browser, built, cleanData, cleanLogs, formatAndLint, types, vitest } from './suites.mjs'

/** The rules of who may import whom are tests of the unit project; they are counted on their own. */
const unitOrBoundaries = (file) => (file.endsWith('/boundaries.test.ts') ? 'boundaries' : 'unit')

export const checks = [
  [
    { name: 'format and lint', work: formatAndLint },
    { name: 'types', work: types },
    // It waits for databases that start and die.
    { name: 'unit', work: () => vitest('unit', unitOrBoundaries) },
  ],
  [{ name: 'server', work: () => vitest('server') }],
  [{ name: 'console', work: () => vitest('console') }],
]

export const withBrowser = [
  [{ name: 'build', work: built, isNeeded: true }],
  [{ name: 'browser', work: browser }],
  [
    { name: 'logs', work: cleanLogs },
    { name: 'stored', work: cleanData },
  ],
]
