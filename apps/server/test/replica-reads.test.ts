import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@kabao/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { secret } from './harness.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'
import { startStandby } from './standby.ts'

let folder: string
let postgres: Postgres
let standby: Postgres
let primary: pg.Client
let replica: pg.Client
/** The first two allow the replica any lag, the third two seconds. */
let instances: Instance[] = []
let token: string

beforeAll(async () => {
  folder = await memoryFolder('kabao-replica-')
  await chmod(folder, 0o755)
  postgres = await startPostgres({ dataDir: join(folder, 'primary'), durable: false })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
    SERVE: 'api',
    DRAIN_SECONDS: '0',
  }
  // The first start makes the tables, and the replica is a copy of them.
  const maker = await instanceOf(serviceProgram(), env)
  await maker.start()
  await maker.stop()
  standby = await startStandby({
    from: join(folder, 'primary'),
    primary: postgres.connection,
    dataDir: join(folder, 'standby'),
  })
  instances = await Promise.all(
    ['3600', '3600', '2'].map((READ_LAG_SECONDS) =>
      instanceOf(serviceProgram(), { ...env, DATABASE_READ_URL: standby.url, READ_LAG_SECONDS }),
    ),
  )
  await Promise.all(instances.map((instance) => instance.start()))
  primary = new pg.Client(postgres.connection)
  replica = new pg.Client(standby.connection)
  replica.on('error', () => undefined)
  await Promise.all([primary.connect(), replica.connect()])
  const { data } = await call(0, '/admin/login', { username: 'admin', password: 'first 1234' })
  token = secret(data.token)
  await call(0, '/admin/password', { current: 'first 1234', next: secret('second 1234') })
}, hangLimit)

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill()))
  await Promise.all([primary?.end(), replica?.end().catch(() => undefined)])
  await standby?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

async function call(instance: number, path: string, body: object, as = token) {
  const response = await fetch(`${instances[instance]?.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as && { token: as }) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: string; data: { token: string; total: number } }
}

/** How many entries an instance says the blacklist has. */
const seenBy =
  (instance: number, as = token) =>
  async () =>
    (await call(instance, '/blacklist/page', {}, as)).data.total

let next = 1
/** Adds an entry behind the service's back, so that nobody has written or announced it. */
const addUnnoticed = () =>
  primary.query(`insert into blacklist (kind, value, reason) values ('ip', '203.0.113.${next++}', '')`)
const there = async () =>
  (await primary.query('select count(*)::int as total from blacklist')).rows[0].total as number
const caughtUp = async () => {
  const { rows } = await primary.query('select pg_current_wal_lsn()::text as lsn')
  const question = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"'
  await expect.poll(async () => (await replica.query(question, [rows[0].lsn])).rows[0].isThere).toBe(true)
}

/**
 * Adds an entry that the paused replica does not have.
 * @returns once the first two instances do not see it, because they read the replica: how many entries there were before
 */
async function leaveBehind(): Promise<number> {
  let before = 0
  await expect
    .poll(async () => {
      await replica.query('select pg_wal_replay_resume()')
      await caughtUp()
      before = await there()
      await replica.query('select pg_wal_replay_pause()')
      await addUnnoticed()
      return [(await seenBy(0)()) - before, (await seenBy(1)()) - before]
    })
    .toEqual([0, 0])
  return before
}

test('reads go to the replica, unless it lags too much', { timeout: 120_000 }, async () => {
  // A change that is announced meanwhile, such as that of the password, leads all to the primary; then it is tried again.
  const tryOnce = async () => {
    const before = await leaveBehind()
    await expect.poll(seenBy(2)).toBe(before + 1)
    return [(await seenBy(0)()) - before, (await seenBy(1)()) - before]
  }
  await expect.poll(tryOnce, { timeout: 90_000 }).toEqual([0, 0])
})

test('a caller sees the own write at every instance, and others do once it is announced', async () => {
  const signedIn = await call(1, '/admin/login', { username: 'admin', password: 'second 1234' }, '')
  const other = secret(signedIn.data.token)
  const before = await leaveBehind()
  expect(await seenBy(1, other)()).toBe(before)
  const entry = { kind: 'ip', value: '203.0.113.200', reason: 'test' }
  expect((await call(0, '/blacklist', entry)).code).toBe('0000')
  // Both the entry behind the service's back and this one.
  expect([await seenBy(0)(), await seenBy(1)()]).toEqual([before + 2, before + 2])
  await expect.poll(seenBy(1, other)).toBe(before + 2)
})

test('once the replica has replayed the write, it is used again', async () => {
  expect(await leaveBehind()).toBe((await there()) - 1)
})

test('when the replica goes away, no call fails, and the primary is read', { timeout: 60_000 }, async () => {
  await leaveBehind()
  const codes: string[] = []
  const calling = (async () => {
    for (let turn = 0; turn < 60; turn++) codes.push((await call(turn % 2, '/blacklist/page', {})).code)
  })()
  await replica.end()
  await standby.stop()
  await calling
  expect(new Set(codes)).toEqual(new Set(['0000']))
  expect([await seenBy(0)(), await seenBy(1)()]).toEqual([await there(), await there()])
})
