import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('every file that docs/security.md names as evidence exists', () => {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+(?:\.test)?\.(?:ts|mjs|json|md))`/g)].map(
    ([, path]) => path,
  )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every chapter is present, and every row has a state', () => {
  const chapters = [...text.matchAll(/^## V(\d+) /gm)].map(([, number]) => Number(number))
  expect(chapters).toEqual(Array.from({ length: 14 }, (_, at) => at + 1))
  const rows = text
    .slice(text.indexOf('## V1 '))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(
    rows.filter((row) => !/\| (met|in part|not met|not applicable|not met by the service) +\|/.test(row)),
  ).toEqual([])
})
