import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { findBinaries } from './binaries.ts'
import { startPostgres } from './index.ts'
import { machineFolders } from './machine-binaries.ts'
import { isRoot, livingIn, scratch, starter } from './testing/index.ts'

const slow = { timeout: 20_000 }

test(
  'the first start makes the database, a later one finds what was kept, and nothing runs after a stop',
  slow,
  async () => {
    const dataDir = join(await scratch(), 'data')
    const first = await startPostgres({ dataDir })
    await ask(first.connection, 'create table kept as select 1 as value')
    expect(first).toMatchObject({ adopted: false, connection: { database: 'kabao', user: 'kabao' } })
    await Promise.all([first.stop(), first.stop()])
    expect(await livingIn(dataDir)).toEqual([])

    const second = await startPostgres({ dataDir })
    expect(await ask(second.connection, 'select value from kept')).toEqual([['1']])
    await second.stop()
  },
)

test('another database in the same folder is made when it is asked for', slow, async () => {
  const dataDir = await scratch()
  await (await startPostgres({ dataDir, durable: false })).stop()
  const postgres = await startPostgres({ dataDir, durable: false, database: 'it\'s "other"' })
  expect(await ask(postgres.connection, 'select current_database()')).toEqual([['it\'s "other"']])
  await postgres.stop()
})

test('what was acknowledged is on the disk, and no setting can change that', slow, async () => {
  const settings = { fsync: 'off', synchronous_commit: 'off', listen_addresses: '*', work_mem: '7MB' }
  const postgres = await startPostgres({ dataDir: await scratch(), settings })
  const names = [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'data_checksums',
    'listen_addresses',
    'work_mem',
  ]
  const values = await ask(
    postgres.connection,
    `select ${names.map((name) => `current_setting('${name}')`).join()}`,
  )
  expect(values).toEqual([['on', 'on', 'on', 'on', '', '7MB']])
  await postgres.stop()
})

test(
  'letters of every language have their upper and lower case, and texts sort alike everywhere',
  slow,
  async () => {
    const postgres = await startPostgres({ dataDir: await scratch(), durable: false })
    const sql =
      "select lower('ÄЖ'), current_setting('TimeZone'), current_setting('server_encoding'), 'a' > 'B'"
    expect(await ask(postgres.connection, sql)).toEqual([['äж', 'UTC', 'UTF8', 't']])
    await postgres.stop()
  },
)

test('nobody but its own account can come near the socket', slow, async () => {
  const postgres = await startPostgres({ dataDir: await scratch(), durable: false })
  const { mode, uid } = await stat(postgres.connection.host)
  expect((mode & 0o777).toString(8)).toBe('700')
  expect(uid).toBe(isRoot ? 65534 : process.getuid?.())
  await postgres.stop()
})

test('a path too long for a socket works', slow, async () => {
  const dataDir = join(await scratch(), 'l'.repeat(100), 'l'.repeat(100))
  const postgres = await startPostgres({ dataDir, durable: false })
  expect(await ask(postgres.connection, 'select 1')).toEqual([['1']])
  await expect(startPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}.`)
  await postgres.stop()
})

test('a folder below one that is closed to others works', slow, async () => {
  const closed = join(await scratch(), 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  await (await startPostgres({ dataDir })).stop()
  const postgres = await startPostgres({ dataDir })
  // Backends and workers find their way as well, and so does a forced rotation of the log.
  expect(await ask(postgres.connection, 'select pg_rotate_logfile(), pg_reload_conf()')).toEqual([['t', 't']])
  expect(await ask(postgres.connection, "select count(*) > 0 from pg_ls_dir('.')")).toEqual([['t']])
  await postgres.stop()
})

test.runIf(isRoot)('an ordinary user can start it', slow, async () => {
  const dataDir = await scratch()
  const { chown } = await import('node:fs/promises')
  await chown(dataDir, 1000, 1000)
  const other = starter(dataDir, { uid: 1000 })
  await other.hears('ready')
  expect((await stat(join(dataDir, 'cluster'))).uid).toBe(1000)
  await other.kill()

  // Root then takes it as that user, so that the user can have it back.
  const postgres = await startPostgres({ dataDir })
  expect((await stat(join(dataDir, 'cluster'))).uid).toBe(1000)
  await postgres.stop()
})

test.runIf(isRoot)('a copy that root has put in place works', slow, async () => {
  const folder = await scratch()
  await (await startPostgres({ dataDir: join(folder, 'old'), durable: false })).stop()
  await cp(join(folder, 'old'), join(folder, 'data'), { recursive: true })
  await chmod(join(folder, 'data', 'cluster'), 0o755)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  expect(await ask(postgres.connection, 'select 1')).toEqual([['1']])
  await postgres.stop()
})

test('a start that was killed while the database was made leaves nothing in the way', slow, async () => {
  const dataDir = await scratch()
  const first = starter(dataDir)
  await expect
    .poll(() => readdir(dataDir), slow)
    .toContainEqual(expect.stringContaining('cluster.unfinished-'))
  await expect(startPostgres({ dataDir })).rejects.toThrow(`is in use by process ${first.child.pid}.`)
  await first.kill()
  const postgres = await startPostgres({ dataDir })
  expect(await ask(postgres.connection, 'select 1')).toEqual([['1']])
  await postgres.stop()
})

test('the end of the database is told, and the folder can be started again', slow, async () => {
  const dataDir = await scratch()
  const told: string[] = []
  const postgres = await startPostgres({ dataDir, onExit: (sentence) => told.push(sentence) })
  process.kill(postgres.pid, 'SIGKILL')
  await expect
    .poll(() => told)
    .toEqual([`The database has ended by itself (process ${postgres.pid}, SIGKILL).`])
  await postgres.stop()
  await (await startPostgres({ dataDir })).stop()
})

test('a setting PostgreSQL does not know is named, and the folder is free again', slow, async () => {
  const dataDir = await scratch()
  await expect(startPostgres({ dataDir, settings: { nonsense: 1 } })).rejects.toThrow(
    /did not start: .*nonsense/,
  )
  await (await startPostgres({ dataDir })).stop()
})

test.runIf(machineFolders().length > 0)(
  'a PostgreSQL of the machine serves where there is no package',
  slow,
  async () => {
    const closed = join(await scratch(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    const account = isRoot ? { uid: 65534, gid: 65534 } : {}
    const binaries = await findBinaries(account, undefined, { machine: machineFolders() })
    const first = await startPostgres({ dataDir: join(closed, 'data'), binaries })
    await first.stop()

    const again = await startPostgres({ dataDir: join(closed, 'data') })
    expect(again.version).toBe(binaries.version)
    await again.stop()
  },
)

test('a number left in postmaster.pid that is somebody else by now does not matter', slow, async () => {
  const dataDir = await scratch()
  await (await startPostgres({ dataDir, durable: false })).stop()
  await writeFile(
    join(dataDir, 'cluster', 'postmaster.pid'),
    `${process.pid}\n/\n1\n5432\nsocket\n\n1 1\nready\n`,
  )
  await (await startPostgres({ dataDir, durable: false })).stop()
  await rm(dataDir, { recursive: true })
})
