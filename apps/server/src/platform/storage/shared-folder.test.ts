import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { checkSharedFolder, markerName } from './shared-folder.ts'

const app = startApp()
let folder: string
let other: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabao-shared-'))
  other = await mkdtemp(join(tmpdir(), 'kabao-other-'))
})
beforeEach(async () => {
  await app.pool.query(`delete from service_fact where key = 'filesFolder'`)
  for (const each of [folder, other]) await rm(join(each, markerName), { force: true })
})
afterAll(async () => {
  for (const each of [folder, other]) await rm(each, { recursive: true })
})

const marked = (where: string) => readFile(join(where, markerName), 'utf8')

test('instances that start at once on one folder mark it once', async () => {
  await Promise.all([1, 2, 3].map(() => checkSharedFolder(app.db, folder)))
  const first = await marked(folder)
  await checkSharedFolder(app.db, folder)
  expect(await marked(folder)).toBe(first)
})

test('a folder of its own, as of a machine without the shared disk, is refused and stays unmarked', async () => {
  await checkSharedFolder(app.db, folder)
  const id = (await marked(folder)).trim()
  await expect(checkSharedFolder(app.db, other)).rejects.toThrow(
    `The folder ${other} is not the one in which this database keeps its files: it has no file folder-id, and the database knows ${id}.`,
  )
  await writeFile(join(other, markerName), 'another\n')
  await expect(checkSharedFolder(app.db, other)).rejects.toThrow('its folder-id is another')
  // As after a move without the mark.
  await writeFile(join(other, markerName), `${id}\n`)
  await checkSharedFolder(app.db, other)
})

test('files that were restored before their database knew the folder keep their mark', async () => {
  await writeFile(join(folder, markerName), 'restored\n')
  await checkSharedFolder(app.db, folder)
  await expect(checkSharedFolder(app.db, other)).rejects.toThrow('knows restored')
})
