import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { framesOf } from './frames.ts'
import { openMaps } from './maps.ts'

let folder: string
let stack: string
let code: string

/** A page of two files, built as the console is: minified, with its map in the folder of its release. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-maps-'))
  const sources = {
    'page.ts': `import { readCard } from './card.ts'\n\nfunction showPage(): string {\n  return readCard(null)\n}\nglobalThis.show = showPage\n`,
    'card.ts': `interface Card { id: string }\n\nexport function readCard(card: Card | null): string {\n  if (card === undefined) return ''\n  return (card as Card).id.trim() + readCard.name\n}\n`,
  }
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text)
  const build = await rolldown({ input: join(folder, 'page.ts') })
  const { output } = await build.generate({ format: 'iife', minify: true, sourcemap: 'hidden' })
  const [chunk] = output
  code = chunk.code
  await mkdir(join(folder, 'maps/r1'), { recursive: true })
  await writeFile(join(folder, 'maps/r1/page-Ab12Cd34.js.map.gz'), gzipSync(JSON.stringify(chunk.map)))
  const page = { show: () => '' }
  runInNewContext(code, page, { filename: 'https://kabao.example/assets/page-Ab12Cd34.js' })
  try {
    page.show()
  } catch (error) {
    stack = (error as Error).stack as string
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const shown = async (text: string, release = 'r1') =>
  framesOf(text, { source: 'console', release, mapOf: openMaps(join(folder, 'maps')) })

test('a line of a stack is found in its source, whatever release the report names', async () => {
  expect(code).not.toContain('sourceMappingURL')
  for (const release of ['r1', 'of another build', '']) {
    const frames = (await shown(stack, release)).filter(({ line }) => line !== null)
    expect(frames[0]).toMatchObject({ source: expect.stringMatching(/card\.ts$/), line: 5, isOwn: true })
    expect(frames.length).toBeGreaterThan(0)
  }
})

test('a stack of another browser is read too', async () => {
  const [, line, column] = /page-Ab12Cd34\.js:(\d+):(\d+)/.exec(stack) as RegExpExecArray
  const [frame] = await shown(`readCard@https://kabao.example/assets/page-Ab12Cd34.js:${line}:${column}`)
  expect(frame).toMatchObject({ name: 'readCard', source: expect.stringMatching(/card\.ts$/), line: 5 })
})

test('a line without a place, a file without a map and a path that leaves the folder stay as they are', async () => {
  const text =
    'TypeError: x\n    at f (https://a.example/other-Ab12Cd34.js:1:2)\n    at g (https://a.example/..%2f..%2fx.js:1:1)'
  expect(await shown(text)).toMatchObject([
    { raw: 'TypeError: x', source: null, isOwn: false },
    { raw: 'at f (https://a.example/other-Ab12Cd34.js:1:2)', source: null, name: 'f' },
    { source: null },
  ])
  const other = await framesOf(stack, { source: 'h5', release: 'r1', mapOf: openMaps(join(folder, 'maps')) })
  expect(other.every(({ source }) => source === null)).toBe(true)
})
