import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { runJobs } from '#test/run-jobs'
import { simulationJob } from './job.ts'
import { startReplay } from './replay.ts'
import type { SimulatedUser } from './users.ts'

const app = startApp()
type RequestAs = Awaited<ReturnType<typeof app.as>>
let orgId: string
let channels: string[]
const one = async (text: string, ...values: unknown[]) => (await app.pool.query(text, values)).rows[0]
const body = (fields: object = {}) => ({
  orgId,
  name: '模拟',
  flow: 'full',
  priceFen: 100,
  startsOn: '2099-01-01',
  ...fields,
})
/** Starts a simulation and runs it. */
async function simulate(request: RequestAs, fields: object = {}) {
  const started = await request('POST', '/row/plan/simulate', body(fields))
  expect(started.body).toMatchObject({ code: '0000', data: { status: 'queued', result: null } })
  const jobs = await runJobs(app, [simulationJob])
  try {
    return await vi.waitFor(
      async () => {
        const { data } = (await request('GET', `/row/plan/simulation/${started.body.data.id}`)).body
        expect(data.status).toBe('done')
        return data
      },
      { timeout: 25_000, interval: 50 },
    )
  } finally {
    await jobs.stop()
  }
}
const resultOf = async (fields: object = {}, request?: RequestAs) =>
  (await simulate(request ?? (await app.as('plan:simulate')), fields)).result
const rulesOf = (result: { rules: { rule: string; count: number }[] }) =>
  Object.fromEntries(result.rules.map(({ rule, count }) => [rule, count]))

/** Users in the order of their registration: one a minute from 10:00 on 2026-03-02, a Monday, in Shanghai. */
const people: Record<string, unknown>[] = [
  { flow: 'full', city_code: '440305', birthday: '1990-01-01', gender: 'male', house: true },
  { flow: 'full', city_code: '440300', birthday: '1960-01-01', gender: 'female', house: true },
  { flow: 'full', city_code: '310100', birthday: '1990-01-01', gender: 'female' },
  { flow: 'full', city_code: '310100', birthday: '1990-01-01', gender: 'female', device: 'blocked-device' },
  { flow: 'half', city_code: '440300', birthday: '1990-01-01', gender: 'male' },
  { flow: 'full', birthday: null },
]

beforeAll(async () => {
  orgId = (
    await one(
      `insert into org (code, name, flow, status) values ('simu', 'simu', 'full', 'enabled') returning id`,
    )
  ).id
  await app.pool.query('update org_account set balance_fen = 1000000 where org_id = $1', [orgId])
  const owner = await app.as()
  // One after the other, because the result lists them by their ids.
  channels = []
  for (const name of ['一', '二']) {
    const channel = await one(
      `insert into channel (name, flow, owner_id) values ($1, 'full', $2) returning id`,
      name,
      owner.adminId,
    )
    channels.push(channel.id)
  }
  for (const [at, person] of people.entries()) {
    const columns = {
      ...person,
      channel_id: channels[at % 2],
      created_at: `2026-03-02T02:0${at}:00.000Z`,
    }
    const names = Object.keys(columns)
    await app.pool.query(
      `insert into "user" (${names.join()}) values (${names.map((_, nth) => `$${nth + 1}`).join()})`,
      Object.values(columns),
    )
  }
  await app.pool.query(`insert into blacklist (kind, value) values ('device', 'blocked-device')`)
  await app.pool.query(`insert into "user" (flow, status, deleted_at) values ('full', 'deleted', now())`)
})

test('a simulation counts who fits, by rule, city and channel, and the money; whatever the dates and the state', async () => {
  const result = await resultOf()
  expect(result).toMatchObject({
    users: 6,
    fits: 4,
    moneyFen: 400,
    from: '2026-03-02T02:00:00.000Z',
    to: '2026-03-02T02:05:00.000Z',
  })
  expect(rulesOf(result)).toEqual({ flow: 1, blacklist: 1 })
  expect(result.cities).toEqual([
    { cityCode: '440300', cityName: '广东省 深圳市', users: 3, fits: 2 },
    { cityCode: '310100', cityName: expect.stringContaining('上海'), users: 2, fits: 1 },
    { cityCode: null, cityName: null, users: 1, fits: 1 },
  ])
  expect(result.channels).toEqual([
    { channelId: channels[0], channelName: '一', users: 3, fits: 2 },
    { channelId: channels[1], channelName: '二', users: 3, fits: 2 },
  ])
})

test('who fits without balance and caps is counted too', async () => {
  expect(await resultOf({ priceFen: 400_000 })).toMatchObject({ fits: 2, fitsFreely: 4 })
  expect(await resultOf({ dailyCap: 1, hourlyCap: 1 })).toMatchObject({ fits: 1, fitsFreely: 4 })
})

test('users are counted by their city, however much of the place is known', () => {
  const plan = {
    status: 'running',
    flow: 'full',
    windows: [],
    cityCodes: ['500100'],
    org: { status: 'enabled', cityCodes: [] },
  }
  const replay = startReplay(
    { ...anyTerms, ...plan },
    1_000,
    { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' },
    '2026-03-02',
  )
  const places = ['500235', '500101', '500000', '429004', '440000', '110103', '999999']
  for (const cityCode of places)
    replay.add({ ...anyUser, flow: 'full', cityCode, createdAt: '2026-03-02T02:00:00.000Z' })
  const { cities, fits } = replay.result((code) => code)
  expect(fits).toBe(3)
  expect(cities.map(({ cityCode, users, fits }) => [cityCode, users, fits])).toEqual([
    ['500100', 3, 3],
    ['110100', 1, 0],
    ['429000', 1, 0],
    ['440000', 1, 0],
    [null, 1, 0],
  ])
})

/** No condition. */
const anyTerms = {
  startsOn: '2026-01-01',
  endsOn: null,
  priceFen: 100,
  priceMaxFen: null,
  gender: null,
  ageFrom: null,
  ageTo: null,
  incomeBands: [],
  creditBands: [],
  excludedChannelIds: [],
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  isPaced: false,
  dedupeDays: 30,
  hourlyCap: null,
  dailyCap: null,
  monthlyCap: null,
  totalCap: null,
  dailyBudgetFen: null,
}
const anyUser: Omit<SimulatedUser, 'flow' | 'cityCode' | 'createdAt'> = {
  birthday: null,
  gender: null,
  incomeBand: null,
  creditBand: null,
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  channelId: null,
  channelName: null,
  isBlacklisted: false,
  daysSinceSent: null,
}

describe('each term of the plan counts', () => {
  test.each([
    ['audience', { ageFrom: 18, ageTo: 40, house: true }, { flow: 1, age: 2, house: 2 }],
    ['cities', { cityCodes: ['440300'] }, { flow: 1, city: 3 }],
    [
      'windows at the time of the registration',
      { windows: [{ weekday: 1, from: '10:02', to: '10:04' }] },
      { window: 4, blacklist: 1 },
    ],
    ['a weekday without a window', { windows: [{ weekday: 2, from: '10:00', to: '11:00' }] }, { window: 6 }],
    ['a cap', { dailyCap: 3 }, { flow: 1, blacklist: 1, dailyCap: 1 }],
    ['a cap of the hour', { hourlyCap: 1 }, { flow: 1, blacklist: 1, hourlyCap: 3 }],
    ['a budget', { dailyBudgetFen: 250 }, { flow: 1, blacklist: 1, budget: 2 }],
    ['pacing', { dailyCap: 4, isPaced: true }, { flow: 1, blacklist: 1, pace: 2 }],
    [
      'pacing over windows that overlap, as over one',
      {
        dailyCap: 5,
        isPaced: true,
        windows: [
          { weekday: 1, from: '10:00', to: '10:02' },
          { weekday: 1, from: '10:00', to: '10:10' },
        ],
      },
      { flow: 1, blacklist: 1, pace: 1 },
    ],
    ['a price beyond the balance', { priceFen: 400_000 }, { flow: 1, blacklist: 1, funds: 2 }],
  ])('%s', async (_, terms, rules) => {
    expect(rulesOf(await resultOf(terms))).toEqual(rules)
  })

  test('an excluded channel', async () => {
    const result = await resultOf({ excludedChannelIds: [channels[1]] })
    expect(rulesOf(result)).toEqual({ flow: 1, channel: 3 })
  })

  test('dedupe: who went to the organization within the days before today', async () => {
    const plan = await one(
      `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, 'p', 'full', 1, current_date) returning id`,
      orgId,
    )
    await app.pool.query(`select make_partitions('push_record', now() - interval '10 days')`)
    await app.pool.query(
      `insert into push_record (id, user_id, org_id, plan_id, flow)
       select time_id(now() - interval '10 days'), id, $1, $2, 'full' from "user" where created_at = '2026-03-02T02:00:00Z'`,
      [orgId, plan.id],
    )
    expect(rulesOf(await resultOf({ dedupeDays: 11 }))).toEqual({ flow: 1, blacklist: 1, dedupe: 1 })
    expect(rulesOf(await resultOf({ dedupeDays: 10 }))).toEqual({ flow: 1, blacklist: 1 })
  })
})

test('nothing is written but the simulation itself, and its figures name nobody', async () => {
  const dump = async () =>
    (
      await app.pool.query(
        `select (select md5(string_agg(u::text, '' order by u.id)) from "user" u) as users,
           (select count(*)::int from push_record) as pushes, (select count(*)::int from message) as messages,
           (select md5(string_agg(p::text, '' order by p.id)) from plan p) as plans`,
      )
    ).rows[0]
  const before = await dump()
  const { result } = await simulate(await app.as('plan:simulate'))
  expect(await dump()).toEqual(before)
  expect(JSON.stringify(result)).not.toContain('blocked-device')
})

test('a caller with the scope of the own channels learns of their users only', async () => {
  const scoped = await app.as('plan:simulate')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [scoped.adminId],
  )
  expect((await simulate(scoped)).result.users).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [scoped.adminId, channels[0]])
  expect((await simulate(scoped, { dedupeDays: 0 })).result.channels).toEqual([
    { channelId: channels[0], channelName: '一', users: 3, fits: 2 },
  ])
})

test('one at a time; it can be cancelled, and only its owner meets it, in its own list', async () => {
  const request = await app.as('plan:simulate', 'planUv:simulate')
  const other = await app.as('plan:simulate')
  const first = (await request('POST', '/row/plan/simulate', body())).body.data
  expect((await request('POST', '/row/plan/simulate', body())).body).toMatchObject({
    code: '4090',
    desc: '您已有一个模拟正在进行，请等它完成或取消它',
  })
  expect((await other('GET', `/row/plan/simulation/${first.id}`)).body.code).toBe('4040')
  expect((await other('POST', `/row/plan/simulation/${first.id}/cancel`)).body.code).toBe('4040')
  expect((await request('GET', `/row/planUv/simulation/${first.id}`)).body.code).toBe('4040')
  const cancelled = await request('POST', `/row/plan/simulation/${first.id}/cancel`)
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', result: null })
  const second = await simulate(request)
  expect(second.status).toBe('done')
  expect((await request('GET', `/row/plan/simulation/${first.id}`)).body.data.status).toBe('cancelled')
  const late = await request('POST', `/row/plan/simulation/${second.id}/cancel`)
  expect(late.body.data.status).toBe('done')
})

test('a simulation whose job was lost does not keep its owner from the next one', async () => {
  const request = await app.as('plan:simulate')
  const lost = (await request('POST', '/row/plan/simulate', body())).body.data
  await app.pool.query(`delete from pgboss.job where name = 'plan-simulation'`)
  await app.pool.query(
    `update plan_simulation set created_at = now() - interval '11 minutes' where id = $1`,
    [lost.id],
  )
  expect((await simulate(request)).status).toBe('done')
  expect((await request('GET', `/row/plan/simulation/${lost.id}`)).body.data).toMatchObject({
    status: 'failed',
    failure: 'stopped',
  })
})
