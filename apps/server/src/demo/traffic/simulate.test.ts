import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCheckKey } from '#partners/check-keys'
import { sealSecrets } from '#payment/collections'
import { createPaying } from '#payment/open'
import { openProvider } from '#payment/providers'
import { type Sandbox, startSandbox } from '#payment/sandbox/stand-in'
import { type PaymentWorker, startPayments } from '#payment/worker'
import { createDb } from '#platform/db/client'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { secret, startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'
import { readOutcome } from './books.ts'
import { readCheckKey, readKeysFile, type TrafficKeys, writeKeysFile } from './keys.ts'
import { startLiveTraffic } from './live.ts'
import { simulatedText } from './report.ts'
import { simulate } from './simulate.ts'
import { Tally } from './tally.ts'

let sandbox: Sandbox
const app = startApp({
  providerOf: (account) =>
    openProvider(account, {
      outgoing: createOutgoing({ listed: [`127.0.0.1:${sandbox.port}`] }),
      now: () => new Date(),
    }),
})
let payments: PaymentWorker
let world: EngineWorld
let keys: TrafficKeys
let url: string

beforeAll(async () => {
  world = await engineWorld(app)
  await ensureCheckKey(app.db, app.vault)
  const [first, second] = [await newChannel(app), await newChannel(app)]
  const played = [first, second].map(({ id, key, secret }) => ({
    channelId: id,
    code: `t${id}`,
    flow: 'full' as const,
    key,
    secret,
  }))
  const checkKey = await readCheckKey(app.db, app.vault)
  secret(checkKey ?? '')
  const orgs = ['sim1', 'sim2']
  for (const code of orgs)
    await world.org({ code, balanceFen: 100_000_000, plan: { age_from: 18, age_to: 80 } })
  world.partner.set('sim1', { behaviors: ['accept', 'reject', 'drop', 'duplicate', 'error', 'rubbish'] })
  world.partner.set('sim2', { behaviors: ['accept', 'accept', 'slow', 'later'], slowMs: 100 })
  keys = {
    channels: played,
    checkKey,
    partner: `http://127.0.0.1:${world.partner.port}`,
    orgs,
    products: [await sold()],
  }
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  await world.start()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  payments = startPayments(
    createPaying({ ...app.app.services, db: createDb(app.servicePool) }, { log, listensAt: () => url }),
  )
})

/** A product that is sold, and a collection channel whose sandbox pays by itself. @returns the id of the product */
async function sold(): Promise<string> {
  const callbackKey = 'a key of the sandbox'
  sandbox = await startSandbox({ key: callbackKey, paysAfterMs: 50 })
  const { id } = await world.one<{ id: string }>(
    `insert into collection (name, provider, settings, fee_bp, status) values ('沙箱', 'sandbox', $1, 60, 'enabled') returning id`,
    { gateway: `http://127.0.0.1:${sandbox.port}`, merchantNo: 'm1' },
  )
  await app.pool.query('update collection set secrets_sealed = $2, secret_names = $3 where id = $1', [
    ...[id, sealSecrets(app.vault, id, { callbackKey }), ['callbackKey']],
  ])
  const product = await world.one<{ id: string }>(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, status)
     values ('卡', 'card', 'full', 9900, 9900, 30, 'onSale') returning id`,
  )
  return product.id
}

afterAll(async () => {
  await payments.stop()
  await sandbox.stop()
  await world.stop()
  await world.partner.stop()
})

const play = (more: object = {}) =>
  simulate({
    urls: [url],
    keys,
    rate: 60,
    seconds: 2,
    seed: 5,
    patienceMs: 10_000,
    settleMs: 20_000,
    db: app.db,
    ...more,
  })

test('channels and a partner are played through the real entrances, and the sums agree with the database', async () => {
  const played = await play()
  expect(played.faults).toEqual([])
  expect(played.events).toBe(120)
  expect(played.compared).toHaveLength(14)
  await expect
    .poll(
      async () =>
        (
          await world.one<{ n: number }>(
            `select count(*)::int as n from payment_order where status = 'created'`,
          )
        ).n,
      { timeout: 20_000 },
    )
    .toBe(0)
  expect(await world.one(`select count(*)::int as n from payment_order where status = 'paid'`)).toEqual({
    n: played.tally.orders.size,
  })
  expect(played.tally.orders.size).toBeGreaterThan(2)
  const { visits, checks, replays, repeats, profiles, users } = played.tally
  for (const count of [visits, checks, replays, repeats, profiles]) expect(count).toBeGreaterThan(0)
  expect(users.size).toBeGreaterThan(20)
  expect(Object.values(played.pushes).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(users.size)
  expect(played.pushes.accepted).toBeGreaterThan(10)
  expect(simulatedText(played)).toContain('all sums are equal')
}, 60_000)

test('the same seed plays the same people again, who are known by then', async () => {
  const again = await play()
  expect(again.faults).toEqual([])
  expect([...again.tally.users.values()].filter(({ isNew }) => isNew)).toEqual([])
}, 60_000)

test('a sum that differs is a fault', async () => {
  const trouble = await app.pool.connect()
  await trouble.query(`create function lose_visit() returns trigger language plpgsql as $$ begin
    return case when new.visitor_id like 'sim-11-%' and random() < 0.5 then null else new end; end $$`)
  await trouble.query(
    `create trigger lose_visit before insert on visit for each row execute function lose_visit()`,
  )
  try {
    const played = await play({ seed: 11, rate: 100, seconds: 0.6 })
    expect(played.faults).toEqual([expect.stringMatching(/^visits: counted in answers · rows: \d+ and \d+$/)])
    expect(simulatedText(played)).toContain('DIFFERENT  visits')
  } finally {
    await trouble.query('drop trigger lose_visit on visit')
    trouble.release()
  }
}, 60_000)

test('an offer that waits for the consent of its person holds nothing, and is no fault', async () => {
  const { user_id: userId, channel_id: channelId } = await world.one<{ user_id: string; channel_id: string }>(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow, stage, status, price_fen)
     select user_id, channel_id, org_id, plan_id, 'half', 'consent', 'pending', 70 from push_record order by id limit 1
     returning user_id, channel_id`,
  )
  const tally = new Tally()
  tally.registered(userId, { phone: '', channelId, isNew: true })
  const { compared, pushes } = await readOutcome(app.db, tally, {
    prefix: 'none-',
    since: Date.now(),
    decisions: null,
  })
  expect(pushes.pending).toBe(1)
  expect(compared).toContainEqual({ name: 'prices of open pushes · held, fen', ours: 0, theirs: 0 })
})

test('people whom the partner says it has not taken are a fault', async () => {
  const partner = { ...keys, orgs: [] }
  const played = await play({ seed: 13, rate: 100, seconds: 0.6, keys: partner })
  // The partner is asked about no organization, so whoever is accepted is accepted without its word.
  expect(played.faults).toEqual([expect.stringMatching(/^accepted pushes · of them taken by the partner/)])
}, 60_000)

test('an instance that does not answer is a fault in the end', async () => {
  const played = await play({
    urls: ['http://127.0.0.1:9'],
    rate: 20,
    seconds: 0.2,
    patienceMs: 200,
    settleMs: 0,
  })
  expect(played.faults).toEqual([expect.stringMatching(/^a call has no answer \(4 ×\)$/)])
}, 30_000)

test('the live traffic of the demo goes through the entrance until it is ended', async () => {
  const warned: unknown[] = []
  const count = async () =>
    (await world.one<{ n: number }>(`select count(*)::int as n from visit where visitor_id like 'demo-%'`)).n
  const stop = startLiveTraffic({ url, keys, pauseMs: 15, log: { warn: (details) => warned.push(details) } })
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(3)
  await stop()
  const ended = await count()
  await new Promise((done) => setTimeout(done, 200))
  expect(await count()).toBe(ended)
  expect(warned).toEqual([])
}, 40_000)

test('only its owner may read the file of keys, and another file is refused in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabao-keys-'))
  const path = join(folder, 'keys.json')
  await writeFile(path, '{}', { mode: 0o644 })
  await expect(readKeysFile(path)).rejects.toThrow(/does not have the form/)
  await writeKeysFile(path, keys)
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  expect(await readKeysFile(path)).toEqual(keys)
  await expect(readKeysFile(join(folder, 'none'))).rejects.toThrow(/There is no file of keys/)
})
