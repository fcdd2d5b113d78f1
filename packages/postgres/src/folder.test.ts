import { chmod, chown, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { startPostgres } from './index.ts'
import { machineFolders } from './machine-binaries.ts'
import { packageFolder } from './package-binaries.ts'
import { query } from './query.ts'
import { isRoot, livingIn, scratch, starter } from './testing/index.ts'

vi.setConfig({ testTimeout: 20_000 })

test('a path too long for a socket works, and the folder is recognised by another path', async () => {
  const folder = await scratch()
  const dataDir = join(folder, 'l'.repeat(100), 'l'.repeat(100))
  const postgres = await startPostgres({ dataDir, durable: false })
  expect(await query(postgres.connection, 'select 1')).toEqual([['1']])
  await symlink(dataDir, join(folder, 'link'))
  for (const path of [dataDir, join(folder, 'link')])
    await expect(startPostgres({ dataDir: path })).rejects.toThrow(`in use by process ${process.pid}.`)
  await postgres.stop()
})

test('a folder inside one that is closed to others works', async () => {
  const closed = join(await scratch(), 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  await (await startPostgres({ dataDir, durable: false })).stop()
  const postgres = await startPostgres({ dataDir, durable: false })
  // Its backends and its logger find their files too.
  const sql = "select pg_rotate_logfile(), pg_reload_conf(), count(*) > 0 from pg_ls_dir('.')"
  expect(await query(postgres.connection, sql)).toEqual([['t', 't', 't']])
  await postgres.stop()
})

test.runIf(isRoot)('an ordinary user can start it, and root takes it over as that user', async () => {
  const dataDir = await scratch()
  await chown(dataDir, 1000, 1000)
  const other = starter(dataDir, { uid: 1000 })
  await other.hears('ready')
  await other.kill()
  const postgres = await startPostgres({ dataDir })
  await postgres.stop()
  expect((await stat(join(dataDir, 'cluster', 'PG_VERSION'))).uid).toBe(1000)
})

test.runIf(isRoot)('a copy that root has made works', async () => {
  const folder = await scratch()
  await (await startPostgres({ dataDir: join(folder, 'old'), durable: false })).stop()
  await cp(join(folder, 'old'), join(folder, 'data'), { recursive: true })
  await chmod(join(folder, 'data', 'cluster'), 0o755)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  expect(await query(postgres.connection, 'select 1')).toEqual([['1']])
  await postgres.stop()
})

test.runIf(machineFolders().length > 0)(
  'data made by a PostgreSQL of the machine stays with it',
  async () => {
    const dataDir = join(await scratch(), 'data')
    const account = isRoot ? { uid: 65534, gid: 65534 } : {}
    const binaries = await findBinaries(account, undefined, { machine: machineFolders() })
    await (await startPostgres({ dataDir, durable: false, binaries })).stop()
    const again = await startPostgres({ dataDir, durable: false })
    expect(again.version).toBe(binaries.version)
    await again.stop()

    // PostgreSQL 15 walks the path while it starts, so it cannot reach a closed folder.
    if (!isRoot || binaries.major > 15) return
    const closed = join(await scratch(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    await expect(startPostgres({ dataDir: join(closed, 'data'), binaries })).rejects.toThrow(
      'user 65534 cannot reach',
    )
  },
)

test('programs and data in folders with spaces in their names work', async () => {
  const folder = join(await scratch(), 'my card package')
  const native = join(folder, 'native')
  await cp(packageFolder() ?? '', native, { recursive: true, verbatimSymlinks: true })
  const binaries = await findBinaries({}, undefined, { packaged: native, machine: [] })
  const dataDir = join(folder, 'my data')
  const postgres = await startPostgres({ dataDir, durable: false, binaries })
  expect(await livingIn(dataDir)).toContain(postgres.pid)
  await postgres.stop()
  expect(await ends(dataDir)).toBe('shut down')
})

/** The database's last shutdown as its log shows it: whether it wrote everything to disk. */
async function ends(dataDir: string): Promise<string | undefined> {
  const logs = join(dataDir, 'cluster', 'log')
  const name = (await readdir(logs)).find((name) => name.startsWith('postgresql-')) ?? ''
  return /database system is (shut down)\n$/.exec(await readFile(join(logs, name), 'utf8'))?.[1]
}
