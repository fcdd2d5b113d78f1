import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { lookAtNext } from './run.ts'

const app = startApp()
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
let nth = 0
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as(
    ...['page', 'create', 'schedule', 'withdraw', 'pause', 'resume', 'cancel'].map(
      (act) => `pushPlan:${act}`,
    ),
  )
})
beforeEach(() => app.pool.query(`update "user" set flow = 'half' where flow = 'full'`))
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query(`update push_plan set status = 'cancelled' where status in ('scheduled', 'running')`)
  await app.pool.query('delete from due_step')
  expect(world.logged.splice(0)).toEqual([])
})
afterAll(() => world.partner.stop())

const start = () => world.start({ runnerMs: 20 })
const make = async (planId: string, fields: object = {}) => {
  const body = { name: `推送计划 ${nth++}`, planId, schedule: 'now', perMinute: 6_000, ...fields }
  return (await request('POST', '/plan/push', body)).body.data
}
const show = async (id: string) => (await request('GET', `/plan/push/${id}`)).body.data
const act = async (id: string, what: string) =>
  (await request('POST', `/plan/push/${id}/${what}`, { version: (await show(id)).version })).body
/** A scheduled push plan. @returns its id */
async function scheduled(planId: string, fields: object = {}): Promise<string> {
  const { id } = await make(planId, fields)
  expect(await act(id, 'schedule')).toMatchObject({ code: '0000' })
  return id
}
async function until<T>(read: () => Promise<T>, fits: (value: T) => boolean, ms = 20_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const value = await read()
    if (fits(value)) return value
    if (performance.now() > end) throw new Error(`never became so: ${JSON.stringify(value)}`)
    await new Promise((done) => setTimeout(done, 40))
  }
}
const done = (id: string) =>
  until(
    () => show(id),
    ({ status }) => status === 'done',
  )
const pushedOf = (id: string) =>
  world.all<{ userId: string; status: string; planId: string }>(
    `select user_id as "userId", status, plan_id as "planId" from push_record where push_plan_id = $1 order by user_id`,
    id,
  )
/** The people and the pushes of a push plan, counted from their rows. */
const countedOf = (id: string) =>
  world.one<object>(
    `select (select count(*)::int from push_target where push_plan_id = $1) as total,
       (select count(*)::int from push_target where push_plan_id = $1 and state = 'waiting') as waiting,
       (select count(*)::int from push_target where push_plan_id = $1 and state = 'sent') as sent,
       (select count(*)::int from push_target where push_plan_id = $1 and state = 'unfit') as unfit,
       count(*)::int as pushed, count(*) filter (where status = 'accepted')::int as accepted,
       count(*) filter (where status = 'rejected')::int as rejected,
       count(*) filter (where status = 'duplicate')::int as duplicate,
       count(*) filter (where status = 'failed')::int as failed,
       count(*) filter (where status = 'pending')::int as pending,
       count(*) filter (where status = 'unknown')::int as unknown
     from push_record where push_plan_id = $1`,
    id,
  )

test('the people of a look are due one after the other until the next look', async () => {
  const { planId } = await world.org({ code: 'evenly1', plan: { city_codes: ['440300'] } })
  await world.people(80, { city_code: '440305' })
  const { engine } = await start()
  await world.stop()
  const id = await scheduled(planId)
  expect(await lookAtNext(engine)).toBe(id)
  await app.pool.query(
    `update push_plan set paced_at = now() - interval '1 second', due_at = now() where id = $1`,
    [id],
  )
  expect(await lookAtNext(engine)).toBe(id)
  const steps = await world.all<{ ms: number }>(
    'select round(extract(epoch from due_at - min(due_at) over ()) * 1000)::int as ms from due_step order by due_at',
  )
  expect(steps.map(({ ms }) => ms)).toEqual(Array.from({ length: 80 }, (_, nth) => nth * 5))
})

test('everybody of the audience is pushed once to the plan, and the figures are those of the rows', async () => {
  const { planId, orgId } = await world.org({ code: 'run1', plan: { city_codes: ['440300'] } })
  await world.org({ code: 'other1', plan: { price_fen: 900 } })
  world.partner.set('run1', { behaviors: ['accept', 'reject', 'accept', 'duplicate'] })
  const fit = await world.people(40, { city_code: '440305' })
  await world.people(3, { city_code: '310100' })
  await world.people(2, { city_code: '440305', profiled_at: null })
  const [stopped = ''] = await world.people(1, { city_code: '440305' })
  await app.pool.query(
    `insert into blacklist (kind, value, source) select 'phone', phone, 'manual' from "user" where id = $1`,
    [stopped],
  )
  await start()
  const id = await scheduled(planId)
  const ended = await done(id)
  await world.settled()
  const pushes = await pushedOf(id)
  expect(pushes.map(({ userId }) => userId)).toEqual(fit)
  expect(new Set(pushes.map(({ planId }) => planId))).toEqual(new Set([planId]))
  const { progress } = await show(id)
  expect(progress).toMatchObject(await countedOf(id))
  expect(progress).toMatchObject({
    total: 46,
    pushed: 40,
    accepted: 20,
    rejected: 10,
    duplicate: 10,
    waiting: 0,
    sent: 0,
  })
  expect(progress.reasons).toEqual([
    { reason: 'city', count: 3 },
    { reason: 'profile', count: 2 },
    { reason: 'blacklist', count: 1 },
  ])
  await app.pool.query('select fold_push_tally()')
  expect((await show(id)).progress).toEqual(progress)
  expect(ended).toMatchObject({ startedAt: expect.any(String), endedAt: expect.any(String), holds: null })
  // Nobody who was rejected went on to another plan.
  expect(await world.one(`select count(*)::int as n from push_record where plan_id <> $1`, planId)).toEqual({
    n: 0,
  })
  const acts = await world.all(
    `select point, admin_id is null as own from audit_log where target_kind = 'pushPlan' and target_id = $1 order by id`,
    id,
  )
  expect(acts).toEqual([
    { point: 'pushPlan:create', own: false },
    { point: 'pushPlan:schedule', own: false },
    { point: 'pushPlan:begin', own: true },
    { point: 'pushPlan:finish', own: true },
  ])
  const books = await world.one<{ charged: number }>(
    `select count(*)::int as charged from transfer t join account c on c.id = t.account_id where c.org_id = $1 and t.kind = 'charge'`,
    orgId,
  )
  expect(books.charged).toBe(20)
})

test('it sends no more than its cap, however many run it at once', async () => {
  const { planId } = await world.org({ code: 'run2' })
  await world.people(60)
  await Promise.all([start(), start(), start()])
  const id = await scheduled(planId, { cap: 25 })
  await done(id)
  await world.settled()
  expect(await pushedOf(id)).toHaveLength(25)
  expect((await show(id)).progress).toMatchObject({ total: 60, pushed: 25, waiting: 35 })
})

test('it keeps its speed, is paused, goes on where it stopped, and is canceled', async () => {
  const { planId } = await world.org({ code: 'run3' })
  await world.people(200)
  await start()
  const id = await scheduled(planId, { perMinute: 1_200 })
  const begun = performance.now()
  await until(
    () => show(id),
    ({ progress }) => progress.pushed >= 10,
  )
  expect(await act(id, 'pause')).toMatchObject({ code: '0000', data: { status: 'paused' } })
  const most = 20 * ((performance.now() - begun) / 1_000 + 2)
  await world.settled()
  const { pushed } = (await show(id)).progress
  expect(pushed).toBeLessThanOrEqual(most)
  await new Promise((passed) => setTimeout(passed, 700))
  expect((await show(id)).progress).toMatchObject({ pushed, sent: 0 })
  expect(await act(id, 'resume')).toMatchObject({ data: { status: 'running' } })
  await until(
    () => show(id),
    ({ progress }) => progress.pushed > pushed,
  )
  expect(await act(id, 'cancel')).toMatchObject({ data: { status: 'cancelled' } })
  await world.settled()
  const left = await show(id)
  expect(left.progress.waiting).toBe(200 - left.progress.pushed)
  expect(left.progress).toMatchObject(await countedOf(id))
  expect(new Set((await pushedOf(id)).map(({ userId }) => userId)).size).toBe(left.progress.pushed)
  expect(await act(id, 'withdraw')).toMatchObject({ code: '4090' })
})

describe('a plan that takes nobody now', () => {
  test.each([
    ['paused', `update plan set status = 'paused' where id = $1`, 'status'],
    ['with a full day', `update plan set daily_cap = 3 where id = $1`, 'dailyCap'],
    ['of an organization that cannot pay', `update plan set price_fen = 2000000000 where id = $1`, 'funds'],
  ])('%s holds its push plan, which loses nobody and goes on later', async (_, stop, holds) => {
    const { planId } = await world.org({ code: `holds${nth}` })
    await world.people(20)
    const { engine } = await start()
    const id = await scheduled(planId, { perMinute: 600 })
    await until(
      () => show(id),
      ({ progress }) => progress.pushed >= 3,
    )
    await app.pool.query(stop, [planId])
    await engine.plans.refresh()
    const held = await until(
      () => show(id),
      (row) => row.holds === holds && row.progress.sent === 0,
    )
    expect(held.progress.unfit).toBe(0)
    expect(held.status).toBe('running')
    await app.pool.query(
      `update plan set status = 'running', daily_cap = null, price_fen = 100 where id = $1`,
      [planId],
    )
    await engine.plans.refresh()
    await app.pool.query(
      `update push_target set due_at = now() - interval '1 second' where push_plan_id = $1 and state = 'waiting'`,
      [id],
    )
    await done(id)
    await world.settled()
    expect(await pushedOf(id)).toHaveLength(20)
  })

  test('and has ended ends its push plan', async () => {
    const { planId } = await world.org({ code: 'over1' })
    await world.people(20)
    const { engine } = await start()
    const id = await scheduled(planId, { perMinute: 300 })
    await until(
      () => show(id),
      ({ progress }) => progress.pushed > 0,
    )
    await app.pool.query(`update plan set status = 'ended' where id = $1`, [planId])
    await engine.plans.refresh()
    const { progress } = await done(id)
    expect(progress.waiting).toBe(20 - progress.pushed)
  })
})

test('one that sends every day pushes nobody twice, and tries those again whom it could not push', async () => {
  const { planId } = await world.org({ code: 'daily1', plan: { city_codes: ['440300'], dedupe_days: 0 } })
  const [first = '', moved = ''] = [
    ...(await world.people(1, { city_code: '440300' })),
    ...(await world.people(1, { city_code: '310100' })),
  ]
  await start()
  const id = await scheduled(planId, { schedule: 'daily', dailyAt: '03:00' })
  const next = await until(
    () => show(id),
    ({ nextAt }) => nextAt !== null,
  )
  expect(next.nextAt).toMatch(/T19:00:00.000Z$/)
  const day = async () => {
    await app.pool.query(`update push_plan set due_at = now() - interval '1 second' where id = $1`, [id])
    await until(
      () => show(id),
      ({ status, nextAt }) => status === 'scheduled' && Date.parse(nextAt) > Date.now(),
    )
    await world.settled()
  }
  await day()
  expect((await pushedOf(id)).map(({ userId }) => userId)).toEqual([first])
  await app.pool.query(`update "user" set city_code = '440300' where id = $1`, [moved])
  const [later = ''] = await world.people(1, { city_code: '440300' })
  await day()
  await day()
  expect((await pushedOf(id)).map(({ userId }) => userId)).toEqual([first, moved, later])
  expect((await show(id)).progress).toMatchObject({ total: 3, pushed: 3, unfit: 0 })
  expect((await show(id)).progress).toMatchObject(await countedOf(id))
})

test('who is on the way already is waited for, and left out after ten minutes', async () => {
  const { planId } = await world.org({ code: 'busy1' })
  const [busy = '', free = ''] = await world.people(2)
  await app.pool.query(`insert into due_step (user_id, kind, due_at) values ($1, 'screen', 'infinity')`, [
    busy,
  ])
  await start()
  const id = await scheduled(planId)
  await until(
    () => show(id),
    ({ progress }) => progress.pushed === 1,
  )
  const targetOf = (userId: string) =>
    world.one<{ state: string; tries: number }>(
      'select state, tries, reason from push_target where push_plan_id = $1 and user_id = $2',
      ...[id, userId],
    )
  expect(await targetOf(free)).toMatchObject({ state: 'pushed' })
  for (let tries = 1; tries < 10; tries++) {
    await until(
      () => targetOf(busy),
      (target) => target.tries === tries,
    )
    await app.pool.query(
      `update push_target set due_at = now() - interval '1 second' where push_plan_id = $1`,
      [id],
    )
  }
  await done(id)
  expect(await targetOf(busy)).toEqual({ state: 'unfit', tries: 10, reason: 'onTheWay' })
})

test('the audience is bounded by the data scope of who added the push plan', async () => {
  const { planId } = await world.org({ code: 'scope1' })
  const own = await app.as('pushPlan:page', 'pushPlan:create', 'pushPlan:schedule')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const channel = async (ownerId: string | null) =>
    (
      await world.one<{ id: string }>(
        `insert into channel (name, flow, owner_id) values ($1, 'full', $2) returning id`,
        ...[`范围 ${nth++}`, ownerId],
      )
    ).id
  const mine = await world.people(2, { channel_id: await channel(own.adminId) })
  await world.people(3, { channel_id: await channel(null) })
  await world.people(1)
  await start()
  const body = { name: '自己的人', planId, schedule: 'now', perMinute: 6_000 }
  const { id } = (await own('POST', '/plan/push', body)).body.data
  await own('POST', `/plan/push/${id}/schedule`, { version: 1 })
  await done(id)
  expect((await pushedOf(id)).map(({ userId }) => userId)).toEqual(mine)
})

test('a push plan of another flow than the full one is not scheduled', async () => {
  const half = await world.one<{ id: string }>(
    `with o as (insert into org (code, name, flow, status) values ('halforg', 'halforg', 'half', 'enabled') returning id)
     insert into plan (org_id, name, flow, price_fen, starts_on, status) select id, 'half', 'half', 100, '2020-01-01', 'running' from o
     returning id`,
  )
  const made = await make(half.id)
  expect(await act(made.id, 'schedule')).toMatchObject({
    code: '4090',
    desc: expect.stringContaining('不是全流程'),
  })
})
