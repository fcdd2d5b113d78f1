import { businessDayAt, daysAfter, instantOf, startOfDay } from '@kabao/contract/kernel/business-clock'
import { homeCards } from '@kabao/contract/statistics/home'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '#platform/callers/caller'
import { type RequestFn, startApp } from '#test/harness'
import { statisticsWorld } from '#test/statistics'
import { foldAll } from '../../fold.ts'
import { sumsUntil } from '../../sums-until.ts'
import { findFigures, type HomeReport } from './figures.ts'
import { findWarnings } from './warnings/index.ts'

const app = startApp()
let [channelId, orgId, planId] = ['', '', '']
const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }

const reports = ['ChartSystemList', 'ChartChannelListProfit', 'ChartOrgList'].flatMap((page) => [
  ...[page, `report${page.slice('Chart'.length)}:page`],
])

beforeAll(async () => {
  const { rows } = await app.pool.query(
    `with c as (insert into channel (name, flow) values ('渠道', 'full') returning id),
       o as (insert into org (code, name, flow) values ('home02', '机构', 'full') returning id),
       p as (insert into plan (org_id, name, flow, price_fen, daily_cap, starts_on, status)
         select id, '计划', 'full', 100, 50, current_date - 1, 'running' from o returning id)
     select c.id as channel, o.id as org, p.id as plan from c, o, p`,
  )
  channelId = rows[0].channel
  orgId = rows[0].org
  planId = rows[0].plan
})

const todayOfHome = async (request: RequestFn) => (await request('GET', '/home/today')).body.data.figures
const dayOf = (ago: number) => daysAfter(businessDayAt(Date.now(), clock), -ago)
const instant = (ago: number, time: string) =>
  instantOf(`${dayOf(ago)} ${time.slice(0, 8)}`, clock.timeZone) + Number(time.slice(9))
/** Adds facts, in one statement. */
const happened = (ago: number, time: string, kind: string, count: number, fen = 0) =>
  app.pool.query(
    `insert into fact (id, ref_id, kind, fen, day, came, flow, channel_id)
     select time_id($1), 1, $2, $3, $4, $4, 'full', $5 from generate_series(1, $6::int)`,
    [new Date(instant(ago, time)), kind, fen, dayOf(ago), channelId, count],
  )

test('yesterday is told until the minute that today has reached, and the day is that of the business', async () => {
  const world = await statisticsWorld(app)
  const visited = (ago: number, time: string, visitors: string[]) =>
    world.visits(visitors, new Date(instant(ago, time)).toISOString())
  // Two days ago, with the day before it as its yesterday: no clock of the machine matters.
  await visited(
    2,
    '10:00:00',
    Array.from({ length: 41 }, (_, nth) => `t${nth}`),
  )
  await visited(3, '09:00:00', ['a'])
  await visited(3, '14:05:00', ['a', 'a', 'b'])
  await visited(3, '14:40:00', ['a', 'b', 'c'])
  await visited(3, '20:00:00', ['d'])
  await happened(2, '00:10:00', 'registration', 731)
  await happened(3, '00:10:00', 'registration', 1)
  await happened(3, '14:22:59.999', 'registration', 1)
  await happened(3, '14:23:00', 'registration', 5)
  await happened(4, '23:59:59.999', 'registration', 7)
  await happened(2, '14:00:00', 'charge', 1, 900)
  await happened(2, '14:00:00', 'costBack', 1, 50)
  await happened(3, '14:22:00', 'charge', 2, 1_000)
  await happened(3, '14:24:00', 'charge', 1, 9_000)
  await happened(3, '13:59:59', 'chargeBack', 1, 100)
  await happened(3, '14:00:00', 'cost', 1, 300)
  await happened(2, '14:00:00', 'paid', 1, 5_000)
  await happened(2, '14:00:00', 'refund', 1, 1_000)
  await happened(9, '14:22:00', 'registration', 4)
  await happened(9, '14:23:00', 'registration', 8)
  await foldAll(app.db)
  const at = (time: string, report: HomeReport = 'ChartSystemList') =>
    findFigures(app.db, clock, { report, owner: null, now: instant(2, time) })
  const { comparedTo, figures, funnel } = await at('14:23:40')
  expect(comparedTo).toBe(new Date(instant(2, '14:23:00')).toISOString())
  expect(figures[1]?.link).toEqual({
    name: 'ChartSystemList',
    query: { preset: 'today', drillDown: 'registrations~now~~' },
  })
  expect(figures).toMatchObject([
    { key: 'uv', today: 41, yesterday: 2, lastWeek: 0 },
    { key: 'registrations', today: 731, yesterday: 2, lastWeek: 4 },
    { key: 'pushes', today: 0, yesterday: 0, lastWeek: 0 },
    { key: 'accepted', today: 0, yesterday: 0, lastWeek: 0 },
    // What products brought is part of the whole.
    { key: 'allRevenue', today: 4_900, yesterday: 1_900, lastWeek: 0 },
    { key: 'allProfit', today: 4_950, yesterday: 1_600, lastWeek: 0 },
  ])
  expect((await at('14:23:40', 'ChartChannelListProfit')).figures.slice(4)).toMatchObject([
    { key: 'revenue', today: 900, yesterday: 1_900, lastWeek: 0 },
    { key: 'profit', today: 950, yesterday: 1_600, lastWeek: 0 },
  ])
  expect(funnel.slice(0, 2)).toEqual([
    { key: 'uv', count: 41 },
    { key: 'registrations', count: 731 },
  ])
  const registrations = async (time: string) => (await at(time)).figures[1]?.yesterday
  expect(
    await Promise.all(['14:24:00', '23:59:59', '00:10:59', '00:11:00', '01:00:00'].map(registrations)),
  ).toEqual([...[7, 7, 0, 1, 1]])
  expect(await at('00:00:30')).toMatchObject({
    comparedTo: null,
    figures: [{ yesterday: null, lastWeek: null }, {}, {}, {}, {}, {}],
  })
})

test.each([
  ['00:00', '14:23'],
  ['00:00', '00:07'],
  ['04:30', '04:45'],
  ['04:30', '05:10'],
  ['04:30', '23:59'],
])(
  'a day from %s until %s has what happened in it, whether its hours are full or not',
  async (dayStartsAt, time) => {
    const until = instant(5, `${time}:00`)
    for (const hours of ['04:29', '04:31', '04:50', '05:00', '09:30', '14:22', '14:23', '23:58'])
      await happened(5, `${hours}:00`, 'order', 1)
    await foldAll(app.db)
    const day = dayOf(5)
    const sums = await sumsUntil(app.db, ['orders'], {
      day,
      until,
      clock: { ...clock, dayStartsAt },
      owner: null,
    })
    const { rows } = await app.pool.query(
      `select count(*)::int as orders from fact where kind = 'order' and id >= time_id_at($1) and id < time_id_at($2)`,
      [new Date(startOfDay(day, { ...clock, dayStartsAt })), new Date(until)],
    )
    expect(sums.orders).toBe(rows[0].orders)
  },
)

test('the figures of today are shown to those who may see a report of them', async () => {
  const request = await app.as('ChartSystemList', 'reportSystemList:page')
  await app.pool.query(
    `insert into roll_up (way, grain, day, flow, channel_id, uv, registrations, charged_fen, charged_back_fen, cost_fen, cost_back_fen)
     values ('day', 'all', $1, 'full', 0, 5, 2, 900, 100, 300, 50), ('came', 'all', $1, 'full', 0, 9, 9, 9, 9, 9, 9),
       ('day', 'channel', $1, 'half', $2, 5, 0, 0, 0, 0, 0)`,
    [dayOf(0), channelId],
  )
  const data = await todayOfHome(request)
  const todayOf = (key: string) => data.figures.find((figure: { key: string }) => figure.key === key).today
  expect(['uv', 'registrations', 'allRevenue', 'allProfit'].map(todayOf)).toEqual([5, 2, 800, 550])
  expect(data.report).toEqual({ name: 'ChartSystemList', query: { preset: 'today' } })
})

test('with the data scope `own`, the figures are of the own channels, and organizations are not shown', async () => {
  const request = await app.as(...reports)
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect((await todayOfHome(request)).figures[0].today).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [request.adminId, channelId])
  expect((await todayOfHome(request)).figures[0].today).toBe(5)
  expect((await request('GET', '/home/more')).body.data).toMatchObject({ channels: [], orgs: null })
})

test('the channels and organizations with the highest revenue of today come first', async () => {
  const request = await app.as(...reports)
  const day = dayOf(0)
  await app.pool.query(
    `insert into roll_up (way, grain, day, flow, channel_id, org_id, accepted, charged_fen, charged_back_fen) values
       ('day', 'channel', $1, 'full', $2, 0, 3, 500, 20), ('came', 'channel', $1, 'full', $2, 0, 9, 9000, 0),
       ('day', 'org', $1, 'full', 0, $3, 3, 500, 0)`,
    [day, channelId, orgId],
  )
  expect((await request('GET', '/home/more')).body.data).toMatchObject({
    channels: [{ id: channelId, name: '渠道', isUv: false, accepted: 3, revenueFen: 480 }],
    orgs: [{ id: orgId, name: '机构', isUv: false, accepted: 3, revenueFen: 500 }],
  })
})

test('running plans are shown with their cap to those who may open their list', async () => {
  const day = dayOf(0)
  await app.pool.query('insert into plan_answer values ($1, $2, 8, 6)', [planId, day])
  const plans = (await (await app.as('plan:page', 'PlanList'))('GET', '/home/more')).body.data.plans
  expect(plans).toMatchObject([
    {
      id: planId,
      name: '计划',
      orgName: '机构',
      used: 0,
      dailyCap: 50,
      expected: null,
      answered: 8,
      accepted: 6,
    },
  ])
  expect((await (await app.as('planUv:page', 'PlanUvList'))('GET', '/home/more')).body.data.plans).toEqual([])
})

test('what the caller may not see is null', async () => {
  const request = await app.as('UserList')
  expect((await request('GET', '/home/today')).body.data).toEqual({
    figures: null,
    waiting: [],
    warnings: [],
  })
  expect((await request('GET', '/home/more')).body.data).toEqual({
    plans: null,
    channels: null,
    orgs: null,
    errors: null,
  })
})

test('open errors are shown, the newest first', async () => {
  await app.pool.query(
    `insert into error_event (source, level, fingerprint, name, message, stack, url, user_agent, count, first_at, last_at, status)
     values ('h5', 'error', decode('01', 'hex'), 'A', 'a', '', '', '', 2, now(), now(), 'open'),
       ('h5', 'error', decode('02', 'hex'), 'B', 'b', '', '', '', 2, now(), now(), 'ignored')`,
  )
  const request = await app.as('errorEvent:page', 'ChartEventList')
  expect((await request('GET', '/home/more')).body.data.errors).toMatchObject([
    { name: 'A', message: 'a', count: 2 },
  ])
})

test('each administrator has a layout of their own', async () => {
  const [request, other] = [await app.as('UserList'), await app.as('UserList')]
  const body = { order: ['errors', 'funnel'], hidden: ['plans'] }
  expect((await request('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  await request('PUT', '/home/layout', body)
  await request('PUT', '/home/layout', body)
  expect((await request('GET', '/home/layout')).body.data).toEqual(body)
  expect((await other('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  const twice = [...homeCards, 'funnel']
  expect((await request('PUT', '/home/layout', { order: twice, hidden: [] })).body.code).toBe('4000')
  // What an older version saved may name cards that there are no more.
  await app.pool.query(
    `update home_layout set cards = '{pages,errors}', hidden = '{recent}' where admin_id = $1`,
    [request.adminId],
  )
  expect((await request('GET', '/home/layout')).body.data).toEqual({ order: ['errors'], hidden: [] })
})

test('what ends before the day does at this pace is told, with the time', async () => {
  const clockOf = (now: string) => ({ now: instant(0, now), day: dayOf(0), clock })
  const request = await app.as('OrgList', 'org:page', 'PlanList', 'plan:page')
  const caller = { isSuper: true, points: new Set<string>(), adminId: request.adminId } as unknown as Caller
  const look = (now: string) =>
    findWarnings({
      db: app.db,
      caller,
      jobs: [],
      poolAlert: 0,
      overdueHours: 24,
      endOfToday: new Date(instant(0, '23:59:59')).toISOString(),
      ...clockOf(now),
    })
  await app.pool.query(`update account set balance_fen = 2000 where org_id = $1`, [orgId])
  await app.pool.query(
    `insert into cap_use (kind, id, span, starts, used) values ('plan', $1, 'day', $2, 40)`,
    [planId, new Date(startOfDay(dayOf(0), clock))],
  )
  const ends = async (now: string) =>
    (await look(now))
      .filter(({ kind }) => kind === 'balanceEnds' || kind === 'planEnds')
      .map(({ kind, name, at }) => [kind, name, at && new Date(at).toISOString()])
  // Of the balance 500 fen are used and 2000 left; of the cap 40 people and 10.
  const at = (time: string) => new Date(instant(0, time)).toISOString()
  expect(await ends('10:00:00')).toEqual([['planEnds', '计划', at('12:30:00')]])
  await app.pool.query(`update account set balance_fen = 250 where org_id = $1`, [orgId])
  expect(await ends('10:00:00')).toEqual([
    ['balanceEnds', '机构', at('15:00:00')],
    ['planEnds', '计划', at('12:30:00')],
  ])
  // The first hour tells no pace, and the last one no end of the limit of the day.
  expect(await ends('00:30:00')).toEqual([])
  expect((await ends('23:30:00')).map(([kind]) => kind)).toEqual(['balanceEnds'])
})
