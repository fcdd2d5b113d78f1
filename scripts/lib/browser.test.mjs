import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { chromiumArguments } from './browser.mjs'

test('features of Chromium that Playwright turns off stay off', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core'))
  const source = readFileSync(join(folder, 'lib/coreBundle.js'), 'utf8')
  const list = /\bdisabledFeatures = \[([^\]]+)\]/.exec(source)?.[1] ?? ''
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(5)
  const ours = chromiumArguments()[0]?.replace('--disable-features=', '').split(',')
  expect(ours).toEqual(expect.arrayContaining(theirs))
})
