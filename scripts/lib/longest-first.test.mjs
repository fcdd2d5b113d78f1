import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longest } from './longest-first.mjs'
import { at } from './paths.mjs'

test('every file that begins early is there', () => {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: at('apps/server') })
  expect(longest.filter((name) => !files.some((file) => file.endsWith(`${name}.test.ts`)))).toEqual([])
})
