import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codes } from '@kabao/contract'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import type { ChannelKey } from '#demo/traffic/keys'
import { createSender, sign } from '#demo/traffic/sender'
import { createPool } from '#platform/db/client'
import { createVault } from '#platform/keys/vault'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from '../built-service.ts'
import { secret } from '../harness.ts'
import { serviceProgram } from '../programs-of-run.ts'
import { signalServer } from '../server-processes.ts'
import { startCopy, startStandby } from '../standby.ts'
import { makeTrafficWorld } from '../traffic-world.ts'
import { type ConsoleCaller, signIn } from './console-caller.ts'

const dataKey = randomBytes(32).toString('base64')
const copy = () => ({ primary: primary.connection, dataDir: join(folder, 'standby'), name: 'second_one' })
let folder: string
let primary: Postgres
let standby: Postgres
let partner: Partner
let pool: pg.Pool
let instance: Instance
let admin: ConsoleCaller
let channel: ChannelKey
/** How many visits were acknowledged. */
let counted = 0

beforeAll(async () => {
  folder = await memoryFolder('kabao-standby-')
  await chmod(folder, 0o755)
  primary = await startPostgres({ dataDir: join(folder, 'primary'), durable: false })
  partner = await startPartner()
  pool = createPool({ ...primary.connection, max: 3, onIdleError: () => undefined })
  // A throwaway server does not wait for its log, and would acknowledge what its standby does not have.
  await pool.query('alter database kabao set synchronous_commit = on')
  instance = await instanceOf(serviceProgram(), {
    DATABASE_URL: primary.url,
    DATA_KEY: dataKey,
    DATA_DIR: folder,
    FILES_DIR: join(folder, 'files'),
    INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
    ADMIN_PASSWORD: secret('Standby-password-1'),
  })
  await instance.start()
  admin = await signIn(instance.url, 'Standby-password-1', secret('Standby-password-2'))
  const keys = await makeTrafficWorld(pool, createVault(secret(dataKey)), partner, 'standby')
  channel = keys.channels[0] as ChannelKey
  standby = await startStandby({ from: join(folder, 'primary'), ...copy() })
}, 180_000)

afterAll(async () => {
  await instance?.kill()
  await pool?.end()
  await partner?.stop()
  for (const server of [primary, standby]) {
    if (server) signalServer(server, 'SIGKILL')
    await server?.stop()
  }
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const ready = async () => (await fetch(`${instance.url}/readyz`)).text()

async function report() {
  const idempotencyKey = randomUUID()
  const visits = Array.from({ length: 20 }, (_, nth) => ({
    visitorId: `standby-${idempotencyKey}-${nth}`,
    page: '/',
    at: new Date().toISOString(),
    ip: '203.0.113.7',
    userAgent: 'test',
  }))
  const sender = createSender([instance.url])
  try {
    const { status, text } = await sender.send(
      sign(channel, { method: 'POST', path: '/visit', body: { visits }, idempotencyKey }),
    )
    const { code } = JSON.parse(text) as { code: string }
    if (code === codes.success) counted += 20
    return { status, code }
  } finally {
    sender.close()
  }
}

/** How many connections of the service wait for the standby. */
const waiting = async () =>
  (await pool.query(`select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`)).rows[0].n

const block = (value: string) => admin.call('/blacklist', { kind: 'ip', value, reason: 'standby' })

test('while the standby that must confirm is away nothing that writes is begun, what is read is answered, and all goes on when it is back', {
  timeout: 120_000,
}, async () => {
  await pool.query(`alter system set synchronous_standby_names = 'ANY 1 ("second_ONE", third)'`)
  await pool.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await pool.query('select sync_state from pg_stat_replication')).rows)
    .toEqual([{ sync_state: 'quorum' }])
  expect(await ready()).toBe('ready\n')
  expect(await report()).toMatchObject({ status: 200, code: codes.success })

  signalServer(standby, 'SIGKILL')
  await expect
    .poll(ready)
    .toBe(
      'ready\nthe database waits for 1 more standby that must confirm what is written; nothing is written meanwhile\n',
    )
  // What was begun before waits for ever; nothing is added to it.
  const before = await waiting()
  for (let turn = 0; turn < 20; turn++) {
    expect(await report()).toEqual({ status: 503, code: codes.unexpected })
    expect(await block(`203.0.113.${turn + 1}`)).toMatchObject({
      status: 500,
      desc: expect.stringContaining('A standby of the database that must confirm what is saved is away'),
    })
    expect((await admin.call('/blacklist/page')).code).toBe(codes.success)
  }
  expect(await waiting()).toBe(before)

  await standby.stop()
  standby = await startCopy(copy())
  await expect.poll(ready).toBe('ready\n')
  expect(await waiting()).toBe(0)
  expect(await report()).toMatchObject({ status: 200, code: codes.success })
  expect((await block('203.0.113.99')).code).toBe(codes.success)
  const { rows } = await pool.query('select count(*)::int as n from visit')
  expect(rows[0].n).toBe(counted)
})
