import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { faultsIn } from '#test/engine-books'
import { engineInstances } from '#test/engine-instances'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { submits } from '#test/kill-points'
import { reached } from '#test/kill-world'
import { type Place, statement } from '#test/places'
import { createSqlGate, type SqlGate } from '#test/sql-gate'
import { runsOf } from '#test/stored-runs'

const app = startApp()
const startProcess = engineInstances()
let world: EngineWorld
let gate: SqlGate
beforeAll(async () => {
  const { host, port } = app.servicePool.options
  gate = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
  world = await engineWorld(app)
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  expect(world.logged.splice(0)).toEqual([])
  expect(await faultsIn(app, world)).toEqual([])
})
afterAll(async () => {
  await gate.close()
  await world.partner.stop()
})

/** An organization that a busy machine may keep waiting. */
const org = (fields: Parameters<EngineWorld['org']>[0]) => world.org({ timeoutMs: 20_000, ...fields })
const endsOf = (ids: readonly string[]) =>
  world.all<{ code: string; status: string; n: number }>(
    `select o.code, p.status, count(*)::int as n from push_record p join org o on o.id = p.org_id where p.user_id = any($1)
     group by 1, 2 order by 1, 2`,
    ids,
  )
const booksOf = (code: string) =>
  world.one<{ balance: number; held: number; charges: number }>(
    `select a.balance_fen::int as balance, a.held_fen::int as held,
       (select count(*)::int from transfer t where t.account_id = a.id and t.kind = 'charge') as charges
     from account a join org o on o.id = a.org_id where o.code = $1`,
    code,
  )

test.each([
  ['decision', 'before insert on push_record', 'true', { balance: 980_100, held: 0, charges: 199 }],
  [
    'settlement',
    'before update on push_record',
    `new.status <> 'pending'`,
    { balance: 980_100, held: 100, charges: 199 },
  ],
])(
  'one of 200 whose %s the database refuses is due again, and the others are accepted and charged',
  async (part, when, only, books) => {
    const code = `poison${part}`
    await org({ code })
    const ids = await world.people(200)
    const [poisonous] = [ids[117] as string]
    await app.pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'poisonous'; end $$;
    create trigger refuse_one ${when} for each row when (new.user_id = ${poisonous} and ${only}) execute function refuse_one()`)
    try {
      await world.enter(ids)
      await world.start()
      await vi.waitUntil(() => world.logged.length > 0, { timeout: 20_000 })
      await vi.waitUntil(async () => (await booksOf(code)).charges === 199, { timeout: 20_000 })
      await vi.waitUntil(async () => (await left()).length === 1, { timeout: 20_000 })
      expect(await left()).toEqual([{ user: poisonous, isDue: true }])
      expect(await booksOf(code)).toEqual(books)
      await world.stop()
    } finally {
      await app.pool.query('drop function refuse_one cascade')
    }
    expect(world.logged.splice(0)).toEqual(
      expect.toSatisfy((lines: string[]) => lines.every((line) => line.includes('poisonous'))),
    )
    await world.later(120_000)
    await world.start()
    await world.settled()
    expect(await endsOf(ids)).toEqual([{ code, status: 'accepted', n: 200 }])

    function left() {
      return world.all(
        `select user_id as user, due_at <> 'infinity' as "isDue" from due_step where user_id = any($1)`,
        ids,
      )
    }
  },
)

test('two instances take 1,000 people to plans with shared accounts and caps: everybody once, without a deadlock', async () => {
  const deadlocks = async () =>
    (
      await world.one<{ n: number }>(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      )
    ).n
  const before = await deadlocks()
  const { orgId: first } = await org({ code: 'shared1', plan: { price_fen: 400, daily_cap: 90 } })
  await org({ code: 'shared2', plan: { price_fen: 300, hourly_cap: 150 } })
  const { orgId: third } = await org({ code: 'shared3', balanceFen: 20_050, plan: { price_fen: 200 } })
  await org({ code: 'shared4', plan: { price_fen: 50 } })
  await app.pool.query(
    `insert into plan (org_id, name, flow, status, price_fen, starts_on, daily_cap)
     values ($1, 'more of 1', 'full', 'running', 350, '2020-01-01', 120), ($2, 'more of 3', 'full', 'running', 150, '2020-01-01', 70)`,
    [first, third],
  )
  await app.pool.query(`insert into cap_limit (kind, id, span, most) values ('org', $1, 'day', 170)`, [first])
  world.partner.set('shared2', { behaviors: ['accept', 'reject', 'accept', 'duplicate', 'error'] })
  const ids = await world.people(1_000)
  await world.enter(ids)
  await Promise.all([world.start(), world.start()])
  await world.settled(60_000)
  const ends = await endsOf(ids)
  expect(ends.filter(({ status }) => status === 'accepted').reduce((sum, { n }) => sum + n, 0)).toBe(1_000)
  // 90 by the cap of the one plan, and as many by the other as the cap of the organization lets.
  expect(ends).toContainEqual({ code: 'shared1', status: 'accepted', n: 170 })
  await app.pool.query('select pg_stat_clear_snapshot()')
  expect(await deadlocks()).toBe(before)
}, 90_000)

test('a balance that ends in the middle of a batch pays exactly as many as it can', async () => {
  await org({ code: 'short1', balanceFen: 5_799 })
  const ids = await world.people(150)
  await world.enter(ids)
  await world.start()
  await world.settled()
  expect(await endsOf(ids)).toEqual([{ code: 'short1', status: 'accepted', n: 57 }])
  expect(await booksOf('short1')).toEqual({ balance: 99, held: 0, charges: 57 })
})

test('a cap that ends in the middle of a batch takes exactly so many, and the others go on with its figures', async () => {
  const { planId } = await org({ code: 'capped1', plan: { price_fen: 200, daily_cap: 40 } })
  await org({ code: 'capped2' })
  const ids = await world.people(120)
  await world.enter(ids)
  await world.start()
  await world.settled()
  expect(await endsOf(ids)).toEqual([
    { code: 'capped1', status: 'accepted', n: 40 },
    { code: 'capped2', status: 'accepted', n: 80 },
  ])
  const runs = (await Promise.all(ids.map((id) => runsOf(app.db, id)))).flat()
  const others = runs.filter((run) => run.planId !== planId)
  expect(runs).toHaveLength(120)
  expect(others).toHaveLength(80)
  for (const { whyNot } of others)
    expect(whyNot.find(([id]) => String(id) === planId)).toEqual([planId, 'dailyCap', 40, 40])
})

/** Longer than the whole test takes, and so short that all jumps over it together are no longer than a search may be. */
const leaseMs = 95_000
/** Kills an instance that does many at once. */
async function killAt(place: Place) {
  const stopped = gate.arm((place as Extract<Place, { sql: unknown }>).sql)
  const { user, database } = app.servicePool.options
  const instance = await startProcess({
    database: { host: '127.0.0.1', port: gate.port, user, database, max: 6 },
    key: app.vault.keyForReader(),
    partner: `127.0.0.1:${world.partner.port}`,
    leaseMs,
    concurrent: 200,
  })
  await reached(stopped, world).finally(() => instance.kill())
  await world.later(leaseMs)
}

test('an instance with 200 people is killed between the parts of a batch again and again: nobody goes twice, nobody is lost', async () => {
  await app.set('push.searchSeconds', 600)
  await org({ code: 'killed1', plan: { price_fen: 200, daily_cap: 150 } })
  await org({ code: 'killed2' })
  const ids = await world.people(200)
  await world.enter(ids)
  await killAt(statement('before', /decide_pushes/))
  await killAt(statement('after', /decide_pushes/))
  await killAt(statement('after', submits))
  await killAt(statement('before', /settle_pushes/))
  const begun = await world.one<{ n: number }>(
    'select count(*)::int as n from push_attempt where outcome is null',
  )
  expect(begun.n).toBeGreaterThan(0)
  await killAt(statement('after', /settle_pushes/))
  // A question that a kill interrupted is a round, so there are as many as in production.
  await world.start({ pauses: { retry: [100, 200, 300], query: [100, 200, 300, 1_000, 3_000, 10_000] } })
  await world.settled(60_000)
  // Whoever was lost before a call goes on to the other organization, so that not every place may be taken.
  const accepted = (await endsOf(ids)).filter(({ status }) => status === 'accepted')
  expect(accepted).toEqual([
    { code: 'killed1', status: 'accepted', n: expect.toSatisfy((n: number) => n > 0 && n <= 150) },
    { code: 'killed2', status: 'accepted', n: 200 - (accepted[0]?.n ?? 0) },
  ])
}, 90_000)
