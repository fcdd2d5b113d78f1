import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PostgresError, startPostgres } from './index.ts'
import { isRoot, scratch, starter } from './testing/index.ts'

const refusal = (dataDir: string) =>
  startPostgres({ dataDir, durable: false }).then(
    () => 'started',
    (error) => (error instanceof PostgresError ? error.message : `not a refusal: ${error.stack}`),
  )

test('a file instead of the folder, or in its path', async () => {
  const file = join(await scratch(), 'file')
  await writeFile(file, '')
  for (const path of [file, join(file, 'below', 'it')])
    expect(await refusal(path)).toBe(
      `The data folder ${path} cannot be made: a file is in its place or in its path.`,
    )
})

test('a folder with foreign files in it', async () => {
  const folder = await scratch()
  await writeFile(join(folder, 'thesis.doc'), '')
  expect(await refusal(folder)).toBe(
    `The data folder ${folder} is not empty and was not made by Kabao (it holds thesis.doc): give an empty folder.`,
  )
})

test('a cluster that another program made', async () => {
  const folder = await scratch()
  await writeFile(join(folder, 'PG_VERSION'), '17\n')
  expect(await refusal(folder)).toContain('is a PostgreSQL cluster of another program')
})

test('a cluster without its control file', async () => {
  const folder = await scratch()
  await mkdir(join(folder, 'cluster'))
  expect(await refusal(folder)).toContain('it has no PG_VERSION')
})

test('data of another version', async () => {
  const folder = await scratch()
  await mkdir(join(folder, 'cluster'))
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '13\n')
  expect(await refusal(folder)).toMatch(
    /^The data was written by PostgreSQL 13, and this is PostgreSQL 17\.10.*: install PostgreSQL 13, or run it yourself and set DATABASE_URL\.$/,
  )
})

test.runIf(isRoot)('a folder that is closed to the user', { timeout: 20_000 }, async () => {
  const folder = await scratch()
  const other = starter(folder, { uid: 65534 })
  expect(await other.hears('refused')).toBe(
    `The data folder ${folder} cannot be read and written by this process (user 65534).`,
  )
  const below = starter(join(folder, 'below'), { uid: 65534 })
  expect(await below.hears('refused')).toContain('cannot be read and written')
})

test.runIf(isRoot)('a database of another user', { timeout: 20_000 }, async () => {
  const folder = await scratch()
  await (await startPostgres({ dataDir: folder, durable: false })).stop()
  await chmod(folder, 0o777)
  await chmod(join(folder, 'lock'), 0o777)
  const other = starter(folder, { uid: 1000 })
  expect(await other.hears('refused')).toBe(
    `The database in ${folder}/cluster belongs to user 65534, and this process is user 1000: start it as that user.`,
  )
})
