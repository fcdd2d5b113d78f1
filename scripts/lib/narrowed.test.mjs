import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testsWith } from './narrowed.mjs'
import { at } from './paths.mjs'

test('the name of an area finds its tests of every kind, and no other area’s journeys', async () => {
  const { projects, journeys } = await testsWith(['blacklist'])
  expect(projects.toSorted()).toEqual(['console', 'server'])
  expect(journeys).toEqual(['blacklist-import.e2e.ts', 'blacklist.e2e.ts'])
})

test('several words find tests that have any of them', async () => {
  const { projects, journeys } = await testsWith(['scan-logs', 'keyboard'])
  expect(projects).toEqual(['unit'])
  expect(journeys).toEqual(['keyboard.e2e.ts'])
})

test('a word that no path contains finds no test', async () => {
  expect(await testsWith(['no-such-area'])).toEqual({ projects: [], journeys: [], guards: [] })
})

test('a word that names an area also finds the tests that guard all areas', async () => {
  const { guards } = await testsWith(['blacklist'])
  expect(guards).toContain('test/access-matrix.test.ts')
  for (const guard of guards) expect(existsSync(at('apps/server', guard)), guard).toBe(true)
})
