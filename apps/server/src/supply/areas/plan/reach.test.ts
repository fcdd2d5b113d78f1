import type { PlanReach } from '@kabao/contract/supply/plan'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { type Came, outrankedIn } from './reach.ts'

const app = startApp()
type RequestAs = Awaited<ReturnType<typeof app.as>>
let world: EngineWorld
let request: RequestAs
/** An organization of the draft. */
let own: { orgId: string; planId: string }
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as('plan:page', 'plan:simulate')
})
afterAll(() => world.partner.stop())
let worlds = 0
beforeEach(async () => {
  await world.all(`update plan set status = 'ended' returning id`)
  await world.all(`update "user" set created_at = now() - interval '30 days' returning id`)
  await world.all('delete from plan_answer returning plan_id')
  own = await world.org({ code: `own${worlds++}`, plan: { status: 'draft', price_fen: 3_000 } })
})
const typed = (fields: object = {}) => ({
  orgId: own.orgId,
  name: 'p',
  flow: 'full',
  priceFen: 3_000,
  startsOn: '2020-01-01',
  ...fields,
})
const reachOf = async (fields: object = {}, as = request): Promise<PlanReach> => {
  const { body } = await as('POST', '/row/plan/preview', typed(fields))
  expect(body.code).toBe('0000')
  return body.data.reach
}
const shenzhen = { city_code: '440305' }
const shanghai = { city_code: '310100' }

test('it counts who fits of those who came in seven days, without pushes of before, balance and caps', async () => {
  const people = [...(await world.people(6, shenzhen)), ...(await world.people(8, shanghai))]
  await world.all(
    `update "user" set created_at = now() - interval '8 days' where id = $1 returning id`,
    people.at(-1),
  )
  await world.all(
    `insert into push_record (user_id, org_id, plan_id, flow) values ($1, $2, $3, 'full') returning id`,
    ...[people[0], own.orgId, own.planId],
  )
  expect(await reachOf({ cityCodes: ['440300'], dailyCap: 2, ageFrom: null })).toMatchObject({
    users: 13,
    usersADay: 1.9,
    fits: 6,
    fitsADay: 0.9,
    rules: [{ rule: 'city', count: 7 }],
    place: 1,
    plans: 1,
    compared: 6,
    won: 6,
    outrankedBy: [],
  })
  // Nobody came at that time of the week.
  const weekday = (new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 6) % 7
  const windows = [{ weekday: ((weekday + 3) % 7) + 1, from: '09:00', to: '10:00' }]
  expect(await reachOf({ windows })).toMatchObject({ fits: 0, rules: [{ rule: 'window', count: 13 }] })
})

test('plans that are worth more go before it for those who fit them, with both worths; others do not', async () => {
  const best = await world.org({ code: 'reach53', plan: { price_fen: 5_300, city_codes: ['440300'] } })
  // Worth less, because it accepts fewer.
  const choosy = await world.org({ code: 'reach90', plan: { price_fen: 9_000 } })
  await world.org({ code: 'reach20', plan: { price_fen: 2_000 } })
  // Nobody can go to these.
  await world.org({ code: 'late99', plan: { price_fen: 9_900, starts_on: '2099-01-01' } })
  const { orgId } = await world.org({ code: 'paused99', plan: { price_fen: 9_900 } })
  await world.all(`update org set status = 'paused' where id = $1 returning id`, orgId)
  await world.all(
    `insert into plan_answer (plan_id, day, answered, accepted)
     values ($1, current_date, 100, 41), ($2, current_date, 100, 10), ($3, current_date, 100, 50) returning day`,
    ...[best.planId, choosy.planId, own.planId],
  )
  await world.people(3, shenzhen)
  await world.people(2, shanghai)
  const reach = await reachOf({ id: own.planId })
  expect(reach).toMatchObject({
    fits: 5,
    priceFen: 3_000,
    rateBp: 5_000,
    isOwnRate: true,
    isPriorityFirst: false,
    place: 2,
    plans: 4,
    compared: 5,
    won: 2,
    wonADay: 0.3,
  })
  expect(reach.outrankedBy).toEqual([
    ...[
      {
        planId: best.planId,
        planName: 'reach53',
        orgName: 'reach53',
        priceFen: 5_300,
        rateBp: 4_100,
        count: 3,
      },
    ],
  ])
  // A new plan has the mean of its flow: 41, 10 and 50 of 300, of plans that run 51 of 200.
  expect(await reachOf({ priceFen: 20_000 })).toMatchObject({
    place: 1,
    rateBp: 2_550,
    isOwnRate: false,
    won: 5,
  })
  expect(await reachOf({ id: own.planId, priceFen: 4_345 })).toMatchObject({ place: 2 })
  expect(await reachOf({ id: own.planId, priceFen: 4_347 })).toMatchObject({ place: 1, outrankedBy: [] })
})

test('a setting puts the priority first, as in the engine', async () => {
  await world.org({ code: 'prior1', plan: { price_fen: 9_000, priority: 10 } })
  await world.people(2)
  expect(await reachOf({ priority: 11 })).toMatchObject({ place: 2, won: 0, isPriorityFirst: false })
  await app.set('push.priorityFirstFull', true)
  try {
    await expect
      .poll(() => reachOf({ priority: 11 }))
      .toMatchObject({ place: 1, won: 2, isPriorityFirst: true })
  } finally {
    await app.set('push.priorityFirstFull', null)
  }
})

test('a day is bounded by the tightest of caps, budget and balance, and an organization without balance still has its reach', async () => {
  await world.people(700)
  const day = async (fields: object) => (await reachOf(fields)).day
  expect(await day({})).toEqual({ people: 100, fen: 300_000, limit: null })
  expect(await day({ dailyCap: 40 })).toEqual({ people: 40, fen: 120_000, limit: 'dailyCap' })
  expect(await day({ dailyCap: 40, hourlyCap: 1 })).toMatchObject({ people: 24, limit: 'hourlyCap' })
  expect(await day({ dailyCap: 40, dailyBudgetFen: 64_000 })).toMatchObject({ people: 21, limit: 'budget' })
  await world.all(`update org_account set balance_fen = 9_000 where org_id = $1 returning org_id`, own.orgId)
  expect(await day({})).toEqual({ people: 3, fen: 9_000, limit: 'funds' })
  // What a reply may cost at most is held.
  expect(await day({ priceMinFen: 1, priceMaxFen: 4_500 })).toMatchObject({ people: 2, limit: 'funds' })
  await world.all(`update org_account set balance_fen = 0 where org_id = $1 returning org_id`, own.orgId)
  expect(await reachOf()).toMatchObject({
    fits: 700,
    fitsADay: 100,
    won: 700,
    wonADay: 100,
    day: { people: 0, fen: 0, limit: 'funds' },
  })
  expect(await day({ priceFen: 0 })).toEqual({ people: 100, fen: 0, limit: null })
})

test('of many people evenly many are looked at, and they stand for all', async () => {
  await world.all(
    `insert into "user" (flow, city_code, created_at)
     select case when n % 10 = 0 then 'half' else 'full' end, case when n <= 1000 then '440300' else '310100' end,
       now() - n * interval '1 minute' from generate_series(1, 4000) n returning id`,
  )
  const { users, usersADay, fits, fitsADay, from } = await reachOf({ cityCodes: ['440300'] })
  expect({ users, usersADay }).toEqual({ users: 900, usersADay: 514.3 })
  // A quarter of all, old and new alike.
  expect(fits).toBe(225)
  expect(fitsADay).toBe(128.6)
  expect(Date.now() - Date.parse(from as string)).toBeGreaterThan(3_990 * 60_000)
})

test('people are compared with no more plans than there is time for', async () => {
  const plan = (id: number) => ({
    id: String(id),
    flow: 'full',
    windows: [],
    cityCodes: [],
    org: { cityCodes: [] },
    ageFrom: id,
    ageTo: null,
    incomeBands: [],
    creditBands: [],
    excludedChannelIds: [],
  })
  const before = Array.from({ length: 3_000 }, (_, id) => plan(1_000 + id))
  const people = Array.from({ length: 1_000 }, () => ({
    flow: 'full',
    age: 30,
    channelId: null,
    daysSinceSent: null,
    moment: { day: '', weekday: 1, minute: 0 },
  }))
  const { compared, by } = await outrankedIn(people as never as Came[], before as never)
  expect({ compared, by: by.size }).toEqual({ compared: 63, by: 0 })
  // Those that want the same as a better one are left out, and all people are compared.
  const alike = before.map((each) => ({ ...each, ageFrom: 18 }))
  const found = await outrankedIn(people as never as Came[], alike as never)
  expect([found.compared, [...found.by]]).toEqual([1_000, [[alike[0], 1_000]]])
})

test('a statement that takes too long leaves the preview without it', async () => {
  const other = await app.pool.connect()
  try {
    await other.query('begin; lock table plan_answer in access exclusive mode')
    const { body } = await request('POST', '/row/plan/preview', typed())
    expect(body).toMatchObject({ code: '0000', data: { reach: null, isFull: false } })
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await reachOf()).not.toBeNull()
})

test('who may not simulate gets none, and a scope bounds the people', async () => {
  expect(await reachOf({}, await app.as('plan:page'))).toBeNull()
  const scoped = await app.as('plan:page', 'plan:simulate')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [scoped.adminId],
  )
  const channel = await world.one<{ id: string }>(
    `insert into channel (name, flow, owner_id) values ('own', 'full', $1) returning id`,
    scoped.adminId,
  )
  await world.people(2, { channel_id: channel.id })
  await world.people(5)
  expect((await reachOf()).users).toBe(7)
  expect(await reachOf({}, scoped)).toMatchObject({ users: 2, fits: 2 })
})
