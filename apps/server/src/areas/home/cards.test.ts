import { homeCards } from '@kabao/contract/home'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = startApp()
let [channelId, orgId, planId] = ['', '', '']
const hour = 3_600_000

const reports = ['ChartSystemList', 'ChartChannelListProfit', 'ChartOrgList'].flatMap((page) => [
  ...[page, `report${page.slice('Chart'.length)}:page`],
])

/** Adds a row of the roll-up of hours. @param ago in milliseconds before the current hour */
const rolled = (grain: string, ago: number, figures: Record<string, number>, channel = '0') => {
  const names = Object.keys(figures)
  const at = new Date(Math.floor(Date.now() / hour) * hour - ago).toISOString()
  return app.pool.query(
    `insert into roll_up_hour (grain, hour, flow, channel_id, org_id, plan_id, product_id, city_code, ${names.join()})
     values ($1, $2, 'full', $3, 0, 0, 0, 0, ${names.map((_, nth) => `$${nth + 4}`).join()})`,
    [grain, at, channel, ...Object.values(figures)],
  )
}

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

test('the figures are those of today, and of yesterday until the same full hour', async () => {
  const ask = await app.as('ChartSystemList', 'reportSystemList:page')
  const money = { charged_fen: 900, charged_back_fen: 100, cost_fen: 300, cost_back_fen: 50 }
  await rolled('all', 0, { uv: 5, registrations: 2, ...money })
  await rolled('all', 30 * 24 * hour, { uv: 7_000 })
  await rolled('channel', 0, { uv: 5 }, channelId)
  const { data } = (await ask('GET', '/home/figures')).body
  const of = (key: string) => data.figures.find((figure: { key: string }) => figure.key === key)
  expect(of('uv')).toMatchObject({ today: 5, before: 0 })
  expect(of('revenueFen').today).toBe(800)
  expect(of('profitFen').today).toBe(550)
  expect(data.funnel.slice(0, 2)).toEqual([
    { key: 'uv', count: 5 },
    { key: 'registrations', count: 2 },
  ])

  await rolled('all', 24 * hour + hour, { uv: 3 })
  const [compared] = (await ask('GET', '/home/figures')).body.data.figures
  // Yesterday's hour before this one is compared, unless the day began less than an hour ago.
  const { comparedTo } = (await ask('GET', '/home/figures')).body.data
  expect(compared.before).toBe(comparedTo === null ? 0 : 3)
})

test('with the data scope `own`, the figures are of the own channels, and organizations are not shown', async () => {
  const ask = await app.as(...reports)
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [ask.adminId],
  )
  expect((await ask('GET', '/home/figures')).body.data.figures[0].today).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [ask.adminId, channelId])
  expect((await ask('GET', '/home/figures')).body.data.figures[0].today).toBe(5)
  expect((await ask('GET', '/home/tops')).body.data).toEqual({ channels: [], orgs: null })
})

test('the channels and organizations with the highest revenue of today come first', async () => {
  const ask = await app.as(...reports)
  const { day } = (await (await app.as('ChartSystemList', 'reportSystemList:page'))('GET', '/home/figures'))
    .body.data
  await app.pool.query(
    `insert into roll_up (way, grain, day, flow, channel_id, org_id, accepted, charged_fen, charged_back_fen) values
       ('day', 'channel', $1, 'full', $2, 0, 3, 500, 20), ('came', 'channel', $1, 'full', $2, 0, 9, 9000, 0),
       ('day', 'org', $1, 'full', 0, $3, 3, 500, 0)`,
    [day, channelId, orgId],
  )
  expect((await ask('GET', '/home/tops')).body.data).toEqual({
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
  const ask = await app.as('UserList')
  for (const card of ['figures', 'plans', 'errors'])
    expect((await ask('GET', `/home/${card}`)).body.data).toBeNull()
  expect((await ask('GET', '/home/tops')).body.data).toEqual({ channels: null, orgs: null })
})

test('open errors are shown, the newest first', async () => {
  await app.pool.query(
    `insert into error_event (source, level, fingerprint, name, message, stack, url, user_agent, count, first_at, last_at, status)
     values ('h5', 'error', decode('01', 'hex'), 'A', 'a', '', '', '', 2, now(), now(), 'open'),
       ('h5', 'error', decode('02', 'hex'), 'B', 'b', '', '', '', 2, now(), now(), 'ignored')`,
  )
  const ask = await app.as('errorEvent:page', 'ChartEventList')
  expect((await ask('GET', '/home/errors')).body.data).toMatchObject([{ name: 'A', message: 'a', count: 2 }])
})

test('each administrator has a layout of their own', async () => {
  const [ask, other] = [await app.as('UserList'), await app.as('UserList')]
  const body = { order: ['errors', 'figures'], hidden: ['pages'] }
  expect((await ask('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  await ask('PUT', '/home/layout', body)
  await ask('PUT', '/home/layout', body)
  expect((await ask('GET', '/home/layout')).body.data).toEqual(body)
  expect((await other('GET', '/home/layout')).body.data).toEqual({ order: [], hidden: [] })
  const twice = [...homeCards, 'figures']
  expect((await ask('PUT', '/home/layout', { order: twice, hidden: [] })).body.code).toBe('4000')
})
