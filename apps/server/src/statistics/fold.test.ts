import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverRoot } from '#platform/base/paths'
import { createDb, createPool } from '#platform/db/client'
import { serviceRole } from '#platform/db/rights'
import { bundle } from '#test/bundle'
import { stormFolds } from '#test/fold-storm'
import { startApp } from '#test/harness'
import { plansOf } from '#test/plans'
import { processesOf } from '#test/processes'
import { type StatisticsWorld, statisticsWorld } from '#test/statistics'
import { differences } from './check.ts'
import { knownDays, ofDays } from './days.ts'
import { fold, foldAll, foldStatement } from './fold.ts'
import { tryToHold } from './lock.ts'
import { rebuild } from './rebuild.ts'
import { statisticsUpTo } from './up-to.ts'

const app = startApp()
const folder = join(serverRoot, 'node_modules/.cache/test', randomUUID())
const processes = processesOf<{ database: object }>(join(folder, 'fold-worker.js'))
let world: StatisticsWorld
beforeAll(async () => {
  await bundle(folder, { 'fold-worker': 'test/fold-worker.ts' })
  world = await statisticsWorld(app)
}, 60_000)
afterAll(async () => {
  await processes.end()
  await rm(folder, { recursive: true, force: true })
})

const days = async () => (await knownDays(app.db)) as { first: string; last: string }
const wrongCells = async () => differences(app.db, await days())
/** Every figure of both tables, in order. */
const figures = () =>
  world.all<object>(`
    select to_jsonb(r) as of from roll_up r union all select to_jsonb(h) from roll_up_hour h order by of`)

test('figures by the day and by the day on which the person came', async () => {
  const [userId = ''] = await world.users(1, '2026-10-05T02:00:00Z')
  await world.push(userId, { status: 'accepted' })
  await foldAll(app.db)
  const cells = await world.all(
    `select way, day::text, late, registrations::int, pushes::int, accepted::int from roll_up
     where grain = 'all' and flow = 'full' order by way, day, late`,
  )
  const today = (await days()).last
  const none = { registrations: 0, pushes: 0, accepted: 0 }
  expect(cells).toEqual([
    { way: 'came', day: '2026-10-05', late: false, ...none, registrations: 1 },
    { way: 'came', day: '2026-10-05', late: true, ...none, pushes: 1, accepted: 1 },
    { way: 'day', day: '2026-10-05', late: false, ...none, registrations: 1 },
    { way: 'day', day: today, late: false, ...none, pushes: 1, accepted: 1 },
  ])
})

test('a visitor counts once on a day, in the hour of the first visit, in whichever order the visits arrive', async () => {
  const before = await world.all<{ uv: number }>(
    `select coalesce(sum(uv), 0)::int as uv from roll_up where grain = 'all' and way = 'day'`,
  )
  const [noon] = await world.all<{ noon: string }>(
    `select to_char((current_date - 2) + interval '4 hours', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as noon`,
  )
  const instant = (hours: number) =>
    new Date(Date.parse(noon?.noon as string) + hours * 3_600_000).toISOString()
  await world.visits(['v1', 'v1', 'v2'], instant(2))
  await foldAll(app.db)
  await world.visits(['v1', 'v3'], instant(0))
  await world.visits(['v1'], instant(1))
  await foldAll(app.db)
  const sums = async (table: string, by: string, where: string) =>
    world.all(
      `select ${by}, sum(visits)::int as visits, sum(uv)::int as uv from ${table} where ${where} and visits + uv > 0 group by 1 order by 1`,
    )
  for (const grain of ['all', 'channel', 'product', 'city'])
    expect(await sums('roll_up', 'grain', `grain = '${grain}' and way = 'day'`)).toEqual([
      { grain, visits: 6, uv: (before[0]?.uv ?? 0) + 3 },
    ])
  const hours = await sums(
    'roll_up_hour',
    `to_char(hour at time zone 'UTC', 'HH24') as hour`,
    `grain = 'channel'`,
  )
  expect(hours).toEqual([
    { hour: '04', visits: 2, uv: 2 },
    { hour: '05', visits: 1, uv: 0 },
    { hour: '06', visits: 3, uv: 1 },
  ])
  expect(await wrongCells()).toBe(0)
})

test('the figures are those of the facts while folding processes are killed, and transactions are undone or held open', async () => {
  const done = await stormFolds({
    pool: app.servicePool,
    owner: app.pool,
    processes,
    world,
    rounds: 40,
    killEvery: 12,
    holdEvery: 4,
    heldMs: 200,
  })
  expect(done).toEqual({ kills: 3, cuts: expect.any(Number), undone: 14, held: 10 })
  const [left] = await world.all<object>(
    `select (select count(*)::int from fact_delta) as facts, (select count(*)::int from visitor_delta) as visitors`,
  )
  expect(left).toEqual({ facts: 0, visitors: 0 })
  expect(await wrongCells()).toBe(0)
  const [sums] = await world.all<Record<string, number>>(
    `select (select sum(accepted)::int from roll_up where grain = 'full' and way = 'came') as accepted,
       (select count(*)::int from push_record where status = 'accepted') as stored`,
  )
  expect(sums?.accepted).toBe(sums?.stored)
}, 90_000)

test('a rebuild changes nothing that is right, puts right what is wrong, and counts nothing twice that still waits', async () => {
  await foldAll(app.db)
  const before = await figures()
  expect(await rebuild(app.db, await days())).toBe(0)
  expect(await figures()).toEqual(before)
  await app.pool.query(
    `update roll_up set registrations = registrations + 7, uv = 0 where grain in ('all', 'city')`,
  )
  await app.pool.query(`delete from roll_up where grain = 'full' and way = 'came'`)
  await app.pool.query(
    `insert into roll_up (way, grain, day, channel_id, pushes) values ('day', 'channel', current_date - 1, 999999, 5)`,
  )
  await app.pool.query('update roll_up_hour set pushes = 3')
  expect(await wrongCells()).toBeGreaterThan(0)
  const [userId = ''] = await world.users(1)
  await world.push(userId)
  await world.visits(['waits', 'v1'])
  await rebuild(app.db, await days())
  expect(await wrongCells()).toBe(0)
  await foldAll(app.db)
  expect(await wrongCells()).toBe(0)
  const folded = await figures()
  expect(await rebuild(app.db, await days())).toBe(0)
  expect(await figures()).toEqual(folded)
})

test('figures of visits that were dropped stay when their days are rebuilt', async () => {
  await world.all(
    `insert into roll_up (way, grain, day, flow, visits, uv, registrations) select way, 'all', '2026-01-05', 'full', 20, 9, 1
     from unnest(array['day', 'came']) way`,
  )
  await rebuild(app.db, { first: '2026-01-01', last: '2026-01-31' })
  expect(
    await world.all(
      `select way, visits::int, uv::int, registrations::int from roll_up where day = '2026-01-05' order by way`,
    ),
  ).toEqual([
    { way: 'came', visits: 20, uv: 9, registrations: 0 },
    { way: 'day', visits: 20, uv: 9, registrations: 0 },
  ])
})

test.each(['the service', 'the owner'])(
  'the figures go up to an instant that moves on, and waits for a transaction of %s that has made a fact',
  async (who) => {
    // As the owner, all connections log in as it and switch to the role of the service.
    const { database, host, port, user } = app.pool.options
    const ofOwner = createPool({ database, host, port, user, max: 2, role: serviceRole })
    const pool = who === 'the owner' ? ofOwner : app.servicePool
    const db = createDb(pool)
    const client = await pool.connect()
    try {
      await app.pool.query(`update statistics_state set up_to = now() - interval '1 hour'`)
      await client.query('begin')
      const begun = (await client.query<{ at: string }>(`select now()::text as at`)).rows[0]?.at as string
      await client.query(`insert into "user" (phone, flow) values ($1, 'full')`, [`136000000${who.length}`])
      await fold(db)
      const held = await statisticsUpTo(db)
      await client.query('commit')
      expect(Date.parse(held)).toBeLessThanOrEqual(Date.parse(begun))
      await vi.waitFor(async () => {
        await fold(db)
        expect(Date.parse(await statisticsUpTo(db))).toBeGreaterThan(Date.parse(begun))
      }, 10_000)
    } finally {
      client.release()
      await ofOwner.end()
    }
  },
)

test('only one folds at a time', async () => {
  await world.users(20)
  await app.db.transaction().execute(async (write) => {
    expect(await tryToHold(write)).toBe(true)
    expect(await fold(app.db)).toEqual({ taken: null, isDone: false })
  })
  expect((await fold(app.db)).taken).toBeGreaterThan(0)
})

test('facts by the day on which people came are found by two indexes', async () => {
  const { first, last } = await days()
  const client = await app.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off')
    const explained = async (where: RawBuilder<unknown>) => {
      const { sql: text, parameters } = sql`explain select id from fact where ${where}`.compile(app.db)
      return (await client.query(text, [...parameters])).rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const plan = await explained(ofDays('came', { first, last }))
    expect(plan).toMatch(/Index Scan on fact_\w+_came_kind_channel_id_city_code_idx/)
    expect(plan).toMatch(/Index Scan on fact_\w+_day_kind_channel_id_city_code_idx/)
    expect(plan).not.toContain('Seq Scan')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a fold reads the roll-ups by their keys', async () => {
  await world.users(50)
  const plans = await plansOf(app.pool, (db) => foldStatement(20_000).execute(db.withoutPlugins()))
  const plan = plans.join('\n')
  expect(plan).toContain('Conflict Arbiter Indexes: roll_up_pkey')
  expect(plan).toContain('Conflict Arbiter Indexes: roll_up_hour_pkey')
  expect(plan).not.toMatch(/Seq Scan on (roll_up|roll_up_hour|day_visitor|fact)(_[\d_]+)?\b/)
})
