import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDb, createPool } from '#platform/db/client'
import { serviceRole } from '#platform/db/rights'
import { noMeters } from '#platform/metrics/meters'
import { startApp } from '#test/harness'
import { newChannel, newPhone, type TestPartner } from '#test/open-caller'
import { sealedBy } from './answered.ts'
import { batchCalls } from './batched-calls.ts'

const app = startApp()
const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

/** Connections whose statements end soon. */
const impatient = (statementMs: number) => {
  const { host, port, database } = app.servicePool.options
  const pool = createPool({
    host,
    port,
    database,
    user: serviceRole,
    max: 10,
    statement_timeout: statementMs,
  })
  closers.push(() => pool.end())
  return pool
}

/** Keeps everybody from the users. @returns lets them go on */
async function lockUsers(): Promise<() => Promise<void>> {
  const client = await app.pool.connect()
  await client.query('begin; lock table "user" in access exclusive mode')
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** How many statements wait for the lock. */
const waiters = async () =>
  (
    await app.pool.query(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows[0].n

/** Registers over a real connection. */
async function register(
  address: string,
  channel: TestPartner,
  { phone, key }: { phone: string; key: string },
  signal?: AbortSignal,
) {
  const { url, headers, payload } = channel.sign('POST', '/user', { phone }, { idempotencyKey: key })
  const response = await fetch(`${address}${url}`, {
    method: 'POST',
    headers,
    body: payload as string,
    ...(signal && { signal }),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}

const shedOf = async (on: FastifyInstance, labels: string) => {
  const { body } = await on.inject('/metrics')
  return Number(body.match(new RegExp(`^shed_calls_total\\{${labels}\\} (\\d+)$`, 'm'))?.[1] ?? 0)
}

const made = () => ({ phone: newPhone(), key: randomUUID() })

test('while users are locked, everybody is told when to come back; afterwards the same calls are done once', async () => {
  const instance = await app.another({ pool: impatient(5_000), shedding: { afterMs: 500 } })
  const address = await instance.listen({ port: 0 })
  const channel = await newChannel(app, { callsPerSecond: 1_000 })
  const calls = Array.from({ length: 100 }, made)
  const unlock = await lockUsers()
  // Two batches run at once, each with one of the first calls; the others wait behind them.
  const sent = []
  for (const [nth, call] of calls.entries()) {
    sent.push(register(address, channel, call))
    if (nth < 2) await expect.poll(waiters).toBe(nth + 1)
  }
  const refused = await Promise.all(sent)
  await unlock()
  for (const { status, retryAfter, body } of refused) {
    expect([status, body.code]).toEqual([503, '50000'])
    expect(body.data).toEqual({ retryAfterSeconds: expect.any(Number) })
    expect(retryAfter).toBe(String(body.data.retryAfterSeconds))
    expect(body.desc).toContain('has done nothing of this request')
  }
  const late = await shedOf(instance, 'where="registrations",reason="late"')
  const busy = await shedOf(instance, 'where="calls",reason="busy"')
  expect(late).toBeGreaterThan(0)
  expect(busy).toBeGreaterThan(0)
  expect(late + busy).toBe(100)

  const done = await Promise.all(calls.map((call) => register(address, channel, call)))
  for (const { body } of done) expect(body).toMatchObject({ code: '0000', data: { isNew: true } })
  const { rows } = await app.pool.query('select count(*)::int as n from "user" where channel_id = $1', [
    channel.id,
  ])
  expect(rows[0].n).toBe(100)
})

test('a call that is done by itself is told the same, and may be sent again under its key', async () => {
  const instance = await app.another({ pool: impatient(400) })
  const channel = await newChannel(app)
  const { body } = await channel.call('POST', '/user', { phone: newPhone() }, { on: instance })
  const feedback = { userId: body.data.id, kind: 'fault', content: '打不开' }
  const options = { on: instance, idempotencyKey: randomUUID() }
  const unlock = await lockUsers()
  const refused = await channel.call('POST', '/feedback', feedback, options)
  await unlock()
  expect([refused.status, refused.code]).toEqual([503, '50000'])
  await expect
    .poll(async () => (await channel.call('POST', '/feedback', feedback, options)).code)
    .toBe('0000')
})

test('beyond as many as may wait, a call is refused at once', async () => {
  const instance = await app.another({ shedding: { behind: 1 } })
  const address = await instance.listen({ port: 0 })
  const channel = await newChannel(app)
  const unlock = await lockUsers()
  const first = [register(address, channel, made())]
  await expect.poll(waiters).toBe(1)
  first.push(register(address, channel, made()))
  await expect.poll(waiters).toBe(2)
  // Of two more, one waits, whichever comes first.
  const [one, other] = [register(address, channel, made()), register(address, channel, made())]
  const refused = await Promise.race([one, other])
  expect([refused.status, refused.body.code]).toEqual([503, '50000'])
  await unlock()
  for (const { body } of await Promise.all(first)) expect(body.code).toBe('0000')
  expect((await Promise.all([one, other])).map(({ body }) => body.code).toSorted()).toEqual(['0000', '50000'])
  expect(await shedOf(instance, 'where="registrations",reason="full"')).toBe(1)
})

test('a call whose connection is closed before its turn is not begun', async () => {
  const instance = await app.another()
  const address = await instance.listen({ port: 0 })
  const sockets: Socket[] = []
  instance.server.on('connection', (socket) => sockets.push(socket))
  const channel = await newChannel(app)
  const unlock = await lockUsers()
  const first = [register(address, channel, made())]
  await expect.poll(waiters).toBe(1)
  first.push(register(address, channel, made()))
  await expect.poll(waiters).toBe(2)
  const leaving = new AbortController()
  const gone = made()
  const left = register(address, channel, gone, leaving.signal).catch((error: Error) => error.name)
  await expect.poll(() => sockets.length).toBe(3)
  // It has arrived once its key was read.
  await vi.waitFor(async () => {
    const { body } = await instance.inject('/metrics')
    expect(body).toMatch(/^http_open_requests 4$/m)
  })
  leaving.abort()
  expect(await left).toBe('AbortError')
  await expect.poll(() => sockets[2]?.destroyed).toBe(true)
  await unlock()
  for (const { body } of await Promise.all(first)) expect(body.code).toBe('0000')
  await expect.poll(() => shedOf(instance, 'where="registrations",reason="gone"')).toBe(1)
  expect((await app.pool.query('select from "user" where phone = $1', [gone.phone])).rowCount).toBe(0)
})

test('a batch whose statement takes too long is not repeated one by one', async () => {
  const db = createDb(impatient(300))
  const channel = await newChannel(app)
  let tries = 0
  const batcher = batchCalls<number>(
    'made',
    { db, sealed: sealedBy(app.vault), meters: noMeters, shedding: () => ({ note: () => undefined }) },
    async (write) => {
      tries++
      await sql`select pg_sleep(60)`.execute(write)
      return []
    },
  )
  const entry = () => ({
    keyId: channel.keyId,
    nonce: randomUUID(),
    at: Math.floor(Date.now() / 1_000),
    claim: null,
  })
  const calls = Array.from({ length: 20 }, (_, input) => ({ entry: entry(), input, text: () => '' }))
  const outcomes = await Promise.allSettled(calls.map((call) => batcher.add(call)))
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
  expect(tries).toBe(1)
})
