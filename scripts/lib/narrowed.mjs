import { globSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { at, bin } from './paths.mjs'
import { capture, Failure } from './run.mjs'

/** The tests of the server that look at every endpoint, machine or column; of those that a word names, if it names some. */
const guards = [
  'access-matrix',
  'hostile',
  'hostile-cost',
  'machines',
  'own-columns',
  'deletion',
  'free-text',
].map((name) => `test/${name}.test.ts`)

/**
 * Finds the tests whose path contains one of the words, such as the name of an area, and for an area the tests that guard all areas.
 * @returns {Promise<{ projects: string[], journeys: string[], guards: string[] }>} the projects of `vitest.config.ts` with such tests,
 * the files in `e2e`, and the guards
 */
export async function testsWith(words) {
  const { code, output } = await capture(bin('vitest'), ['list', '--filesOnly', ...words])
  if (code !== 0) throw new Failure(`The tests could not be listed:\n${output.trim()}`)
  const projects = [...output.matchAll(/^\[(\w+)\] /gm)].map(([, project]) => project)
  return { projects: [...new Set(projects)], journeys: journeysWith(words), guards: guardsOf(words) }
}

/** A word names an area if a folder of the service's areas has it. */
const guardsOf = (words) =>
  globSync('*/areas/*', { cwd: at('apps/server/src') }).some((folder) =>
    words.some((word) => basename(folder).includes(word.toLowerCase())),
  )
    ? guards
    : []

const journeysWith = (words) =>
  readdirSync(at('e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .filter((name) => words.some((word) => `e2e/${name}`.includes(word.toLowerCase())))
