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
const server = [{ name: 'server', work: () => vitest('server') }]
const inConsole = { name: 'console', work: () => vitest('console') }
const build = [{ name: 'build', work: built, isNeeded: true }]

export const checks = [quick, server, [inConsole]]

export const everything = [
  quick,
  server,
  build,
  // The image waits for processes and for the disk more than for the processor.
  [inConsole, { name: 'image', work: imageWorks }],
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
