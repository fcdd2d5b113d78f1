import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Postgres, startPostgres } from './index.ts'
import { query } from './query.ts'
import { isRoot, livingIn, newFolder, scratch } from './testing/index.ts'

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 })

test('stored rows are there after a restart, and nothing runs after a stop', async () => {
  const dataDir = join(await scratch(), 'data')
  const first = await startPostgres({ dataDir })
  await query(first.connection, 'create table kept as select 1 as value')
  expect(first).toMatchObject({ adopted: false, connection: { database: 'kabao', user: 'kabao' } })
  await Promise.all([first.stop(), first.stop()])
  expect(await livingIn(dataDir)).toEqual([])

  const second = await startPostgres({ dataDir })
  expect(await query(second.connection, 'select value from kept')).toEqual([['1']])
  await second.stop()

  const other = await startPostgres({ dataDir, database: 'it\'s "other"' })
  expect(await query(other.connection, 'select current_database()')).toEqual([['it\'s "other"']])
  await other.stop()
})

describe('a running database', () => {
  let folder: { path: string; remove(): Promise<void> }
  let postgres: Postgres
  beforeAll(async () => {
    folder = await newFolder()
    const settings = { fsync: 'off', synchronous_commit: 'off', listen_addresses: '*', work_mem: '7MB' }
    postgres = await startPostgres({ dataDir: folder.path, settings })
  })
  afterAll(async () => {
    await postgres.stop()
    await folder.remove()
  })
  const setting = async (name: string) => (await query(postgres.connection, `show ${name}`))[0]?.[0]

  test.each(['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'])(
    'has %s on, whatever the settings say',
    async (name) => {
      expect(await setting(name)).toBe('on')
    },
  )

  test('listens on its socket only, and accepts other settings from the caller', async () => {
    expect(await setting('listen_addresses')).toBe('')
    expect(await setting('work_mem')).toBe('7MB')
  })

  test('handles the letters of every language, sorts alike everywhere and keeps time in UTC', async () => {
    const sql =
      "select lower('ÄЖ'), 'a' > 'B', current_setting('server_encoding'), current_setting('timezone')"
    expect(await query(postgres.connection, sql)).toEqual([['äж', 't', 'UTF8', 'UTC']])
  })

  test('lets only its own account reach the socket', async () => {
    const { mode, uid } = await stat(postgres.connection.host)
    expect((mode & 0o777).toString(8)).toBe('700')
    expect(uid).toBe(isRoot ? 65534 : process.getuid?.())
  })

  test('reports errors in its own words', async () => {
    await expect(query(postgres.connection, 'select 1 / 0')).rejects.toThrow('division by zero')
  })
})

test('a setting that PostgreSQL does not know is named, and the folder is unlocked again', async () => {
  const dataDir = await scratch()
  await expect(startPostgres({ dataDir, durable: false, settings: { nonsense: 1 } })).rejects.toThrow(
    /^The database did not start: .*nonsense/,
  )
  await (await startPostgres({ dataDir, durable: false })).stop()
})
