import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('every file that docs/security.md names as evidence exists', () => {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+(?:\.test)?\.(?:ts|mjs|json|md))`/g)].map(
    ([, path]) => path,
  )
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const rows = text
  .slice(text.indexOf('## V1 '))
  .split('\n')
  .filter((line) => /^\| \d/.test(line))

/** Each test that is named as evidence: `file › name`. */
const evidence = [...text.matchAll(/`([\w./-]+) › ([^`]+)`/g)].map(([, path, name]) => ({
  path,
  name: name.replace(/\s+/g, ' '),
}))

/** The names of the tests of a file, and of its groups. */
const namesIn = (path) =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(?:'((?:\\.|[^'\n])+)'|"([^"\n]+)"|`([^`]+)`)/g,
    ),
  ].map(([, single, double, template]) => single ?? double ?? template)

test('every test that docs/security.md names as evidence is in its file', () => {
  expect(evidence.length).toBeGreaterThan(80)
  const missing = evidence.filter(
    ({ path, name }) => !existsSync(join(root, path)) || !namesIn(path).includes(name),
  )
  expect(missing).toEqual([])
})

test('every claim names a test that fails if it does not hold', () => {
  const claims = rows.filter((row) => /\| (met|in part) +\|/.test(row))
  const bare = claims.filter((row) => !row.includes(' › '))
  expect(bare.map((row) => row.split('|')[1].trim())).toEqual(['1.12 files'])
})

test('every chapter is present, and every row has a state', () => {
  const chapters = [...text.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number))
  expect(chapters).toEqual(Array.from({ length: 14 }, (_, at) => at + 1))
  expect(
    rows.filter((row) => !/\| (met|in part|not met|not applicable|not met by the service) +\|/.test(row)),
  ).toEqual([])
})
