import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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

/** A word names an area if the folder of one has it. */
const guardsOf = (words) =>
  areaFolders().some((name) => words.some((word) => name.includes(word.toLowerCase()))) ? guards : []

const areaFolders = () => {
  const source = at('apps/server/src')
  return readdirSync(source)
    .map((module) => join(source, module, 'areas'))
    .flatMap((areas) => (existsSync(areas) ? readdirSync(areas) : []))
}

const journeysWith = (words) =>
  readdirSync(at('e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .filter((name) => words.some((word) => `e2e/${name}`.includes(word.toLowerCase())))
