import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kabao/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createProxy, type TcpProxy } from '#test/tcp-proxy'
import { memoryFolder } from '../../../../../scripts/lib/memory-folder.mjs'
import { createDb, createPool } from './client.ts'
import { createListener } from './listen.ts'
import { UnclearCommit } from './lost.ts'
import { connectionTo } from './servers.ts'

const cluster = inject('cluster')
let folder: string
let other: Postgres
let first: TcpProxy
let second: TcpProxy

beforeAll(async () => {
  folder = await memoryFolder('kabao-servers-')
  await chmod(folder, 0o755)
  other = await startPostgres({ dataDir: join(folder, 'data'), database: 'postgres', durable: false })
  first = await createProxy(join(cluster.host, `.s.PGSQL.${cluster.port}`))
  second = await createProxy(join(other.connection.host, `.s.PGSQL.${other.connection.port}`))
}, 60_000)
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await other.stop()
  await rm(folder, { recursive: true, force: true })
})

const urlOf = (...proxies: TcpProxy[]) =>
  `postgres://${cluster.user}@${proxies.map(({ port }) => `127.0.0.1:${port}`).join()}/postgres`

test('once the listener meets another server, a statement at the silent one that may take ten minutes is cut', {
  timeout: 60_000,
}, async () => {
  // Nothing listens at the first port, as at a host that is down.
  const down = `127.0.0.1:1,`
  const connection = connectionTo(urlOf(first, second).replace('@', `@${down}`))
  const pool = createPool({ ...connection, max: 4, onIdleError: () => undefined })
  const jobs = createPool({ ...connection, max: 2, statement_timeout: 600_000 })
  const heard: (string | null)[] = []
  const listener = createListener(pool.options, () => undefined)
  try {
    // Both are primaries, so either may be met first.
    const { rows } = await pool.query('select pg_postmaster_start_time()::text as start')
    const at = rows[0].start
    const client = await jobs.connect()
    client.on('error', () => undefined)
    await listener.follow('servers', (payload) => heard.push(payload))
    const cut = client.query('select pg_sleep(600)').then(
      () => 'done',
      (error: Error) => error.message,
    )
    const silent = await holderOf(at)
    silent.silence({ newOnes: true })
    expect(await cut).toMatch(/^The database is served by another server now/)
    client.release(true)
    await expect
      .poll(async () => (await pool.query('select pg_postmaster_start_time()::text as start')).rows[0].start)
      .not.toBe(at)
    // Once for the first connection, and once because it may have missed something.
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    expect(new Set(heard)).toEqual(new Set([null]))
    silent.lift()
  } finally {
    await Promise.allSettled([listener.stop(), pool.end(), jobs.end()])
  }
})

/** The proxy whose server was started then. */
async function holderOf(start: string): Promise<TcpProxy> {
  const pool = createPool({ connectionString: urlOf(first), max: 1 })
  const { rows } = await pool.query('select pg_postmaster_start_time()::text as start')
  await pool.end()
  return rows[0].start === start ? first : second
}

test('a commit whose connection breaks is unclear, and a statement before it is not', async () => {
  const pool = createPool({
    connectionString: urlOf(second),
    max: 1,
    silenceMs: 1_000,
    onIdleError: () => undefined,
  })
  const db = createDb(pool)
  const broken = db.transaction().execute(async () => {
    second.silence({ newOnes: false })
  })
  await expect(broken).rejects.toBeInstanceOf(UnclearCommit)
  second.lift()
  const before = db.transaction().execute(async (write) => {
    second.silence({ newOnes: false })
    await write.selectFrom('setting').select('key').execute()
  })
  await expect(before).rejects.toThrow('The database does not answer')
  second.lift()
  await pool.end()
})

test('a server that cannot be written to any more is left', async () => {
  const pool = createPool({ connectionString: urlOf(second), max: 1, onIdleError: () => undefined })
  const pidOf = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const pid = await pidOf()
  await pool.query('set default_transaction_read_only = on')
  await expect(pool.query('create table nothing ()')).rejects.toMatchObject({ code: '25006' })
  await expect.poll(pidOf).not.toBe(pid)
  await pool.query('create table nothing ()')
  await pool.end()
})
