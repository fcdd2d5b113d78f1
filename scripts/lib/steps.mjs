import { imageWorks } from '../image/suite.mjs'
import { browser, built, cleanData, cleanLogs, formatAndLint, types, vitest } from './suites.mjs'

/** The import rules are tests of the unit project; they are counted separately. */
const unitOrBoundaries = (file) => (file.endsWith('/boundaries.test.ts') ? 'boundaries' : 'unit')

const quick = [
  { name: 'format and lint', work: formatAndLint },
  { name: 'types', work: types },
  // This suite waits for databases that start and are killed.
  { name: 'unit', work: () => vitest('unit', { split: unitOrBoundaries }) },
]
const build = [{ name: 'build', work: built, isNeeded: true }]
// The server's tests wait for processes and databases a third of their time, in which one process tests the console.
const both = [
  { name: 'server', work: () => vitest('server') },
  { name: 'console', work: () => vitest('console', { workers: 1 }) },
]

export const checks = [quick, both]

export const everything = [
  quick,
  build,
  // The image waits for processes and for the disk more than for the processor.
  [...both, { name: 'image', work: imageWorks }],
  [{ name: 'browser', work: () => browser() }],
  [
    { name: 'logs', work: cleanLogs },
    { name: 'stored', work: cleanData },
  ],
]

/** Only the tests that `testsWith` found for the words. */
export const narrowedTo = (words, { projects, journeys, guards }) => [
  ...['unit', 'server', 'console']
    .filter((name) => projects.includes(name))
    .map((name) => [
      { name, work: () => vitest(name, { words: name === 'server' ? [...words, ...guards] : words }) },
    ]),
  ...(journeys.length > 0 ? [build, [{ name: 'browser', work: () => browser(journeys) }]] : []),
]
