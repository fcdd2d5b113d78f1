import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '@kabao/contract'
import { type Postgres, startPostgres } from '@kabao/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import type { ChannelKey } from '#demo/traffic/keys'
import { simulate } from '#demo/traffic/simulate'
import { verifyLedger } from '#ledger/verify'
import { createDb, createPool } from '#platform/db/client'
import { connectionTo } from '#platform/db/servers'
import { createVault } from '#platform/keys/vault'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { startPatientCaller, untilAllAnswer, visitAt } from './failover-caller.ts'
import { secret } from './harness.ts'
import { serviceProgram } from './programs-of-run.ts'
import { signalServer } from './server-processes.ts'
import { startStandby } from './standby.ts'
import { createProxy, type TcpProxy } from './tcp-proxy.ts'
import { makeTrafficWorld } from './traffic-world.ts'

/** How soon after a new primary can be reached writes and announcements are back, in milliseconds. */
const writesBackMs = 12_000
const listenersBackMs = 20_000
/** An instance that died holds a step for this long, in milliseconds. */
const leaseMs = 60_000

const dataKey = randomBytes(32).toString('base64')
const vault = createVault(secret(dataKey))
const names = ['one', 'two', 'three']
let folder: string
let partner: Partner
/** Each has its own port, so that the address of the database names three hosts, of which one may be written to. */
const proxies: TcpProxy[] = []
const servers: Postgres[] = []
let url: string
let instances: Instance[] = []
let pool: pg.Pool
const urls = () => instances.map((instance) => instance.url)
const dataDir = (name: string) => join(folder, name, 'data')

beforeAll(async () => {
  folder = await memoryFolder('kabao-failover-')
  // A standby reads the socket of its primary as another user.
  await chmod(folder, 0o755)
  // A server's socket need not be there yet.
  for (const name of names) {
    await mkdir(dataDir(name), { recursive: true, mode: 0o755 })
    proxies.push(await createProxy(join(dataDir(name), 'cluster/socket/.s.PGSQL.5432')))
  }
  servers.push(await startPostgres({ dataDir: dataDir('one'), durable: false }))
  partner = await startPartner()
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join()
  url = `postgres://kabao@${hosts}/kabao?target_session_attrs=read-write`
  // A throwaway server does not wait for its log, and would acknowledge what its standby does not have.
  await run(servers[0] as Postgres, 'alter database kabao set synchronous_commit = on')
  instances = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      instanceOf(serviceProgram(), {
        DATABASE_URL: url,
        DATA_KEY: dataKey,
        DATA_DIR: join(folder, name),
        FILES_DIR: join(folder, 'files'),
        INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
        ADMIN_PASSWORD: secret('Failover-password-1'),
        SERVE: 'api,open,jobs',
      }),
    ),
  )
  await Promise.all(instances.map((instance) => instance.start()))
  pool = createPool({ ...connectionTo(url), max: 3, onIdleError: () => undefined })
}, 180_000)

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill()))
  await pool?.end()
  await partner?.stop()
  for (const server of servers) signalServer(server, 'SIGKILL')
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const run = async (server: Postgres, ...statements: string[]) => {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    for (const each of statements) await client.query(each)
  } finally {
    await client.end()
  }
}

/** From now on the primary acknowledges only what its standby has too. */
async function addStandby(): Promise<void> {
  const nth = servers.length
  const primary = servers.at(-1) as Postgres
  servers.push(
    await startStandby({
      from: dataDir(names[nth - 1] as string),
      primary: primary.connection,
      dataDir: dataDir(names[nth] as string),
      name: names[nth] as string,
    }),
  )
  await run(primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  const replicas = new pg.Client(primary.connection)
  await replicas.connect()
  await expect
    .poll(async () => (await replicas.query('select sync_state from pg_stat_replication')).rows)
    .toEqual([{ sync_state: 'sync' }])
  await replicas.end()
}

/**
 * Takes the primary away and promotes its standby.
 * @returns when the new primary could be written to
 */
async function failOver(signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  const [primary, standby] = servers.slice(-2) as [Postgres, Postgres]
  signalServer(primary, signal)
  // Calls meet the old primary first.
  await sleep(1_500)
  await run(standby, 'select pg_promote(wait => true)')
  return performance.now()
}

/** Measures when every instance writes again, and when each hears what is announced. */
async function measureReturn(since: number, channel: ChannelKey) {
  const writesMs = await untilAllAnswer(urls(), channel, codes.success, since)
  // Each keeps what it knows of the channel for 30 s unless it is told otherwise.
  // This pool has no listener, so its first statement may still go to the old primary.
  const setStatus = (status: string) =>
    expect
      .poll(() =>
        pool.query('update channel set status = $1 where id = $2', [status, channel.channelId]).then(
          ({ rowCount }) => rowCount,
          () => 0,
        ),
      )
      .toBe(1)
  await setStatus('disabled')
  const listenersMs = await untilAllAnswer(urls(), channel, codes.forbidden, since)
  await setStatus('enabled')
  await untilAllAnswer(urls(), channel, codes.success, since)
  return { writesMs, listenersMs }
}

test('a primary is killed, another is frozen, an instance is killed, all are replaced: nothing acknowledged is lost or done twice', async () => {
  const keys = await makeTrafficWorld(pool, vault, partner, 'failover')
  // Nobody but this test calls as this channel.
  const probe = keys.channels.pop() as ChannelKey
  await addStandby()
  let isEnough = false
  const playing = simulate({
    urls: urls(),
    keys,
    rate: 12,
    seconds: 600,
    seed: 7,
    db: createDb(pool),
    patienceMs: 60_000,
    settleMs: 60_000,
    isEnough: () => isEnough,
  })
  await untilAllAnswer(urls(), probe, codes.success, performance.now())

  const returns: { writesMs: number; listenersMs: number }[] = []
  let answers: ReadonlyMap<string, number> = new Map()
  try {
    returns.push(await measureReturn(await failOver('SIGKILL'), probe))
    await addStandby()
    returns.push(await measureReturn(await failOver('SIGSTOP'), probe))
    // The old primary goes on, and still believes that it is one.
    signalServer(servers.at(-2) as Postgres, 'SIGCONT')

    const [first] = instances as [Instance]
    await first.kill()
    await first.start()

    const began = Date.now()
    const caller = startPatientCaller(urls(), probe)
    for (const instance of instances) {
      expect(await instance.stop()).toBe(0)
      await instance.start()
    }
    answers = await caller.stop()
    // Whoever held a step before is gone, so that its lease need not be waited for.
    const over = new Date(began + leaseMs).toISOString()
    await pool.query(
      `update due_step set due_at = now() - interval '1 second' where due_at between now() and $1`,
      [over],
    )
  } finally {
    isEnough = true
  }
  const played = await playing

  expect(played.faults).toEqual([])
  expect((await verifyLedger(createDb(pool))).faults).toEqual([])
  expect([...answers.keys()]).toEqual([codes.success])
  for (const { writesMs, listenersMs } of returns) {
    expect(writesMs).toBeLessThan(writesBackMs)
    expect(listenersMs).toBeLessThan(listenersBackMs)
  }
  // Some calls met what was gone, or the test would show nothing.
  expect([...played.tally.retries.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect(played.pushes.accepted).toBeGreaterThan(10)
  expect(await visitAt(urls()[0] as string, probe)).toBe(codes.success)
}, 300_000)
