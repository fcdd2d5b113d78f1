import { readdirSync } from 'node:fs'
import { at, bin } from './paths.mjs'
import { capture, Failure } from './run.mjs'

/**
 * Finds the tests whose path contains one of the words, such as the name of an area.
 * @returns {Promise<{ projects: string[], journeys: string[] }>} the projects of `vitest.config.ts` with such tests, and
 * the files in `e2e`
 */
export async function testsWith(words) {
  const { code, output } = await capture(bin('vitest'), ['list', '--filesOnly', ...words])
  if (code !== 0) throw new Failure(`The tests could not be listed:\n${output.trim()}`)
  const projects = [...output.matchAll(/^\[(\w+)\] /gm)].map(([, project]) => project)
  return { projects: [...new Set(projects)], journeys: journeysWith(words) }
}

const journeysWith = (words) =>
  readdirSync(at('e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .filter((name) => words.some((word) => `e2e/${name}`.includes(word.toLowerCase())))
