import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codes } from '@kabao/contract'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Partner, startPartner } from '#demo/partner/partner'
import type { ChannelKey } from '#demo/traffic/keys'
import { createSender, type Signed, sign } from '#demo/traffic/sender'
import { createPool } from '#platform/db/client'
import { createVault } from '#platform/keys/vault'
import { memoryFolder } from '../../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from '../built-service.ts'
import { secret } from '../harness.ts'
import { serviceProgram } from '../programs-of-run.ts'
import { signalServer } from '../server-processes.ts'
import { makeTrafficWorld } from '../traffic-world.ts'
import { type ConsoleCaller, signIn } from './console-caller.ts'
import { binariesWith, fakeClock, type JumpingClock, jumpingClock, noFakeClock } from './fake-clock.ts'

const hour = 3_600
const day = 24 * hour
const sinceMidnight = Math.floor(Date.now() / 1_000) % day
/** Over a midnight of UTC: the next one, or the last one if it is near, because a key is kept for a day, and the oldest is an hour old. */
const overMidnight = sinceMidnight < 2 * hour ? -sinceMidnight - hour / 6 : day - sinceMidnight + hour / 6

const dataKey = randomBytes(32).toString('base64')
let folder: string
let ofService: JumpingClock
let ofDatabase: JumpingClock
let postgres: Postgres
let partner: Partner
let pool: pg.Pool
let instance: Instance
let admin: ConsoleCaller
let channel: ChannelKey
/** How many visits were acknowledged. */
let counted = 0

beforeAll(async () => {
  folder = await memoryFolder('kabao-clock-')
  await chmod(folder, 0o755)
  if (fakeClock === undefined) return
  ofService = await jumpingClock(join(folder, 'service-clock'))
  ofDatabase = await jumpingClock(join(folder, 'database-clock'))
  const binaries = await binariesWith(ofDatabase, folder)
  postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false, binaries })
  partner = await startPartner()
  instance = await instanceOf(serviceProgram(), {
    DATABASE_URL: postgres.url,
    DATA_KEY: dataKey,
    DATA_DIR: folder,
    FILES_DIR: join(folder, 'files'),
    INTERNAL_PARTNERS: `127.0.0.1:${partner.port}`,
    ADMIN_PASSWORD: secret('Clock-password-1'),
    ...ofService.env,
  })
  await instance.start()
  pool = createPool({ ...postgres.connection, max: 3, onIdleError: () => undefined })
  admin = await signIn(instance.url, 'Clock-password-1', secret('Clock-password-2'))
  const keys = await makeTrafficWorld(pool, createVault(secret(dataKey)), partner, 'clock')
  channel = keys.channels[0] as ChannelKey
}, 180_000)

afterAll(async () => {
  await instance?.kill()
  await pool?.end()
  await partner?.stop()
  if (postgres) signalServer(postgres, 'SIGKILL')
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

beforeEach(({ skip }) => {
  if (fakeClock === undefined) skip(noFakeClock)
})

const ready = async () => (await fetch(`${instance.url}/readyz`)).text()

/** How far the clock of the database is ahead as the service says, in seconds; 0 if it says nothing. */
async function databaseAhead(): Promise<number> {
  const [, seconds, way] = /(\d+) s (ahead of|behind) that of the database\n/.exec(await ready()) ?? []
  return Number(seconds ?? 0) * (way === 'behind' ? 1 : -1)
}

/** A call that reports some visits. */
const visitCall = (idempotencyKey: string = randomUUID()) => {
  const visits = Array.from({ length: 20 }, (_, nth) => ({
    visitorId: `clock-${idempotencyKey}-${nth}`,
    page: '/',
    at: new Date().toISOString(),
    ip: '203.0.113.7',
    userAgent: 'test',
  }))
  const asked = { method: 'POST' as const, path: '/visit', body: { visits }, idempotencyKey }
  return { again: () => sign(channel, asked) }
}
async function send(signed: Signed): Promise<{ code: string; desc: string; text: string }> {
  const sender = createSender([instance.url])
  try {
    const { text } = await sender.send(signed)
    return { ...JSON.parse(text), text }
  } finally {
    sender.close()
  }
}
async function report() {
  const answer = await send(visitCall().again())
  if (answer.code === codes.success) counted += 20
  return answer
}
const page = () => admin.call('/blacklist/page')

test.each([
  [hour, /^ready\nthe clock of this machine is (3599|3600|3601) s ahead of that of the database\n$/],
  [-hour, /^ready\nthe clock of this machine is (3599|3600|3601) s behind that of the database\n$/],
])(
  'the clock of the service jumps by %i s: partners are refused, nobody is signed out, and it recovers',
  async (by, said) => {
    await ofService.set(by)
    await expect.poll(ready).toMatch(said)
    expect(await report()).toMatchObject({
      code: codes.sessionExpired,
      desc: expect.stringContaining(
        'The timestamp is not in seconds, or more than 300 seconds from the time of the service',
      ),
    })
    expect((await page()).code).toBe(codes.success)
    await ofService.set(0)
    await expect.poll(ready).toBe('ready\n')
    expect((await report()).code).toBe(codes.success)
  },
)

test('the clock of the database goes back by weeks: rows of that time get their partitions', async () => {
  await ofDatabase.set(-40 * 24 * hour)
  await expect.poll(ready).toContain('ahead of that of the database')
  const entry = { kind: 'ip', value: '203.0.113.201', reason: 'clock' }
  expect((await admin.call('/blacklist', entry)).code).toBe(codes.success)
  const { rows } = await pool.query(
    `select at < now() + interval '1 minute' as "isThen" from audit_log order by at limit 1`,
  )
  expect(rows[0].isThen).toBe(true)
  await ofDatabase.set(0)
  await expect.poll(ready).not.toContain('that of the database')
  expect((await page()).code).toBe(codes.success)
})

test('the clock of the database jumps forward and back: each call is done once, and every id is another one', {
  timeout: 90_000,
}, async () => {
  const replayed = visitCall().again()
  expect((await send(replayed)).code).toBe(codes.success)
  counted += 20
  const keys: { call: ReturnType<typeof visitCall>; text: string }[] = []
  for (const by of [0, hour, -hour, overMidnight, 0]) {
    await ofDatabase.set(by)
    await expect.poll(async () => Math.abs((await databaseAhead()) - by)).toBeLessThan(10)
    for (let turn = 0; turn < 5; turn++) expect(await report()).toMatchObject({ code: codes.success })
    const call = visitCall()
    const first = await send(call.again())
    expect(first.code).toBe(codes.success)
    counted += 20
    keys.push({ call, text: first.text })
    // Whatever the clock was when it was answered first, a key gives the stored answer and a nonce none.
    for (const { call, text } of keys) expect((await send(call.again())).text).toBe(text)
    expect((await send(replayed)).code).toBe(codes.sessionExpired)
    // A session that lasted too long by the clock is over, and it is not when the clock was wrong.
    if (by !== overMidnight) expect((await page()).code).toBe(codes.success)
  }
  const { rows } = await pool.query('select count(*)::int as n, count(distinct id)::int as ids from visit')
  expect(rows).toEqual([{ n: counted, ids: counted }])
})
