import { businessDayAt, daysAfter, instantOf, startOfDay } from '@kabao/contract/kernel/business-clock'
import { homeCards } from '@kabao/contract/statistics/home'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { statisticsWorld } from '#test/statistics'
import { foldAll } from '../../fold.ts'
import { sumsUntil } from '../../sums-until.ts'
import { findFigures } from './figures.ts'

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
  await foldAll(app.db)
  const at = (time: string) => findFigures(app.db, clock, { owner: null, now: instant(2, time) })
  const { comparedTo, figures, funnel } = await at('14:23:40')
  expect(comparedTo).toBe(new Date(instant(2, '14:23:00')).toISOString())
  expect(figures).toEqual([
    { key: 'uv', today: 41, before: 2 },
    { key: 'registrations', today: 731, before: 2 },
    { key: 'pushes', today: 0, before: 0 },
    { key: 'accepted', today: 0, before: 0 },
    { key: 'revenueFen', today: 900, before: 1_900 },
    { key: 'profitFen', today: 950, before: 1_600 },
  ])
  expect(funnel.slice(0, 2)).toEqual([
    { key: 'uv', count: 41 },
    { key: 'registrations', count: 731 },
  ])
  const registrations = async (time: string) => (await at(time)).figures[1]?.before
  expect(
    await Promise.all(['14:24:00', '23:59:59', '00:10:59', '00:11:00', '01:00:00'].map(registrations)),
  ).toEqual([...[7, 7, 0, 1, 1]])
  expect(await at('00:00:30')).toMatchObject({
    comparedTo: null,
    figures: [{ before: null }, {}, {}, {}, {}, {}],
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
  const { data } = (await request('GET', '/home/figures')).body
  const todayOf = (key: string) => data.figures.find((figure: { key: string }) => figure.key === key).today
  expect(['uv', 'registrations', 'revenueFen', 'profitFen'].map(todayOf)).toEqual([5, 2, 800, 550])
})

test('with the data scope `own`, the figures are of the own channels, and organizations are not shown', async () => {
  const request = await app.as(...reports)
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect((await request('GET', '/home/figures')).body.data.figures[0].today).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [request.adminId, channelId])
  expect((await request('GET', '/home/figures')).body.data.figures[0].today).toBe(5)
  expect((await request('GET', '/home/tops')).body.data).toEqual({ channels: [], orgs: null })
})

test('the channels and organizations with the highest revenue of today come first', async () => {
  const request = await app.as(...reports)
  const { day } = (await (await app.as('ChartSystemList', 'reportSystemList:page'))('GET', '/home/figures'))
    .body.data
  await app.pool.query(
    `insert into roll_up (way, grain, day, flow, channel_id, org_id, accepted, charged_fen, charged_back_fen) values
       ('day', 'channel', $1, 'full', $2, 0, 3, 500, 20), ('came', 'channel', $1, 'full', $2, 0, 9, 9000, 0),
       ('day', 'org', $1, 'full', 0, $3, 3, 500, 0)`,
    [day, channelId, orgId],
  )
  expect((await request('GET', '/home/tops')).body.data).toEqual({
    channels: [{ id: channelId, name: '渠道', isUv: false, accepted: 3, revenueFen: 480 }],
    orgs: [{ id: orgId, name: '机构', isUv: false, accepted: 3, revenueFen: 500 }],
  })
})

test('running plans are shown with their cap to those who may open their list', async () => {
  const { day } = (await (await app.as('ChartSystemList', 'reportSystemList:page'))('GET', '/home/figures'))
    .body.data
  await app.pool.query('insert into plan_answer values ($1, $2, 8, 6)', [planId, day])
  const plans = (await (await app.as('plan:page', 'PlanList'))('GET', '/home/plans')).body.data
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
  expect((await (await app.as('planUv:page', 'PlanUvList'))('GET', '/home/plans')).body.data).toEqual([])
})

test('what the caller may not see is null', async () => {
  const request = await app.as('UserList')
  for (const card of ['figures', 'plans', 'errors'])
    expect((await request('GET', `/home/${card}`)).body.data).toBeNull()
  expect((await request('GET', '/home/tops')).body.data).toEqual({ channels: null, orgs: null })
})

test('open errors are shown, the newest first', async () => {
  await app.pool.query(
    `insert into error_event (source, level, fingerprint, name, message, stack, url, user_agent, count, first_at, last_at, status)
     values ('h5', 'error', decode('01', 'hex'), 'A', 'a', '', '', '', 2, now(), now(), 'open'),
       ('h5', 'error', decode('02', 'hex'), 'B', 'b', '', '', '', 2, now(), now(), 'ignored')`,
  )
  const request = await app.as('errorEvent:page', 'ChartEventList')
  expect((await request('GET', '/home/errors')).body.data).toMatchObject([
    { name: 'A', message: 'a', count: 2 },
  ])
})

test('each administrator has a layout of their own', async () => {
  const [request, other] = [await app.as('UserList'), await app.as('UserList')]
  const body = { order: ['errors', 'figures'], hidden: ['pages'] }
  expect((await request('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  await request('PUT', '/home/layout', body)
  await request('PUT', '/home/layout', body)
  expect((await request('GET', '/home/layout')).body.data).toEqual(body)
  expect((await other('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  const twice = [...homeCards, 'figures']
  expect((await request('PUT', '/home/layout', { order: twice, hidden: [] })).body.code).toBe('4000')
})
