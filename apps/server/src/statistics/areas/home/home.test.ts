import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { type HomeWarning, mostWaiting, type WaitingItem } from '@kabao/contract/statistics/home'
import { beforeAll, expect, test } from 'vitest'
import { claim } from '#crm/claim-and-assign'
import { crmWorld } from '#test/crm-world'
import { type RequestFn, startApp } from '#test/harness'

const app = startApp()
const { newPool, newLeads, one, write } = crmWorld(app)
let userId = ''
beforeAll(async () => {
  const { rows } = await app.pool.query(`insert into "user" (flow) values ('full') returning id`)
  userId = rows[0].id
})

const told = (count: number, status: string, age: string, handledBy: string | null = null) =>
  app.pool.query(
    `insert into feedback (user_id, kind, content, status, handled_by, created_at, handled_at)
     select $1, 'fault', 'x', $2, $3, now() - $4::interval, case when $2 = 'resolved' then now() end from generate_series(1, $5)`,
    [userId, status, handledBy, age, count],
  )
const waiting = async (request: RequestFn): Promise<WaitingItem[]> =>
  (await request('GET', '/home/today')).body.data.waiting
const warnings = async (request: RequestFn): Promise<HomeWarning[]> =>
  (await request('GET', '/home/today')).body.data.warnings
const kindsOf = (items: WaitingItem[]) => items.map(({ kind, count }) => [kind, count])

test('it counts the waiting items that the caller may open, and links to their filtered lists', async () => {
  const request = await app.as('feedback:page', 'UserFeedbackList', 'feedback:take')
  const other = await app.as('feedback:page', 'UserFeedbackList')
  expect(await waiting(request)).toEqual([])
  await told(2, 'processing', '1 minute', request.adminId)
  await told(1, 'processing', '1 minute', other.adminId)
  await told(1, 'resolved', '1 minute', request.adminId)
  await told(3, 'pending', '90 days')

  const items = await waiting(request)
  expect(kindsOf(items)).toEqual([
    ['feedbackOverdue', 3],
    ['feedbackMine', 2],
    ['feedbackPending', 3],
  ])
  expect(items[1]?.link).toEqual({
    name: 'UserFeedbackList',
    query: { status: 'processing', handledBy: request.adminId },
  })
  // Without the point `feedback:take`, no pending feedback is counted.
  expect(kindsOf(await waiting(other))).toEqual([
    ['feedbackOverdue', 3],
    ['feedbackMine', 1],
  ])
  expect(await waiting(await app.as('feedback:page'))).toEqual([])
  expect(await waiting(await app.as('UserFeedbackList'))).toEqual([])
})

test('with the data scope `own`, only feedback of the own channels is counted', async () => {
  const request = await app.as('feedback:page', 'UserFeedbackList')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  await told(1, 'pending', '90 days')
  expect(await waiting(request)).toEqual([])
})

test('a count stops at its limit', async () => {
  const request = await app.as('feedback:page', 'UserFeedbackList', 'feedback:take')
  await told(mostWaiting + 20, 'pending', '1 minute')
  expect(new Map(kindsOf(await waiting(request)) as [string, number][]).get('feedbackPending')).toBe(
    mostWaiting,
  )
})

test("only the caller's own downloadable exports are counted", async () => {
  const request = await app.as('blacklist:page', 'blacklist:export')
  await request('POST', '/blacklist/page/export', { format: 'csv', columns: ['kind'] })
  expect(await waiting(request)).toEqual([
    { kind: 'exportsReady', count: 1, link: { name: 'ExportCenter', query: { status: 'done' } } },
  ])
  expect(await waiting(await app.as('blacklist:page', 'blacklist:export'))).toEqual([])
})

test('payments in suspense and reviews are counted for callers who may act on them, not for who filed them', async () => {
  const points = [
    'suspense:page',
    'resolution:page',
    'resolution:create',
    'resolution:review',
    'recharge:page',
  ]
  const all = [...points, 'recharge:review', 'PayConfigSuspenseList', 'FinanceRecharge']
  const [request, filer] = [await app.as(...all), await app.as(...all)]
  await app.pool.query(
    `with c as (insert into collection (name, provider) values ('收款', 'pool') returning id),
       o as (insert into org (code, name, flow) values ('home01', '机构', 'full') returning id),
       r as (insert into recharge (org_id, way, amount_fen, created_by) select id, 'bank', 100, $1 from o),
       s as (insert into payment_suspense (provider, trade_no, collection_id, order_no, kind, amount_fen, paid_at)
         select 'pool', 'h' || n, c.id, 'x', 'order', 5, now() from c, generate_series(1, 3) n returning id)
     insert into payment_resolution (kind, suspense_id, amount_fen, reason, created_by)
       select 'writeOff', min(id), 5, '核实', $1 from s`,
    [filer.adminId],
  )
  expect(kindsOf(await waiting(request))).toEqual([
    ['suspenseOpen', 2],
    ['resolutionsToReview', 1],
    ['rechargesToReview', 1],
  ])
  expect(kindsOf(await waiting(filer))).toEqual([['suspenseOpen', 2]])
  const own = await app.as(...all)
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  expect(kindsOf(await waiting(own))).toEqual([['rechargesToReview', 1]])
})

test('failed jobs are counted for callers who may see them', async () => {
  await app.pool.query(`insert into pgboss.job (name, state) values ('partitions', 'failed')`)
  const request = await app.as('job:page', 'AdminJobList')
  expect(await warnings(request)).toMatchObject([
    { kind: 'jobsFailed', count: 1, link: { name: 'AdminJobList', query: { state: 'failed' } } },
  ])
  expect(await warnings(await app.as('job:page'))).toEqual([])
})

test('leads that are to be followed up today wait for their salesperson alone', async () => {
  const [request, other] = [
    await app.as('crmCenter:page', 'CrmCenter'),
    await app.as('crmCenter:page', 'CrmCenter'),
  ]
  const { poolId, teamId } = await newPool({ name: '首页池' })
  const salesman = { admin_id: request.adminId, name: '我', team_id: teamId, daily_quota: 9, capacity: 9 }
  const salesmanId = await one('salesman', salesman)
  const [due, later] = await newLeads(poolId, 2)
  const day = businessDayAt(Date.now(), { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' })
  for (const leadId of [due, later] as string[])
    await write((db) => claim(db, { leadId, salesmanId, by: null, day }))
  await app.pool.query(
    `update lead set next_follow_at = now() + case id when $1 then interval '-1 hour' else interval '2 days' end
     where salesman_id = $2`,
    [due, salesmanId],
  )
  expect(kindsOf(await waiting(request))).toEqual([['leadsDue', 1]])
  expect(await waiting(other)).toEqual([])
})

test('an organization that is not called, or fails most calls, is told to who may open its list', async () => {
  const plain = await app.as('org:page', 'OrgList')
  const joint = await app.as('orgUv:page', 'OrgUvList')
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into org (code, name, flow) values ('reach1', '断开机构', 'full'), ('reach2', '不稳机构', 'full'), ('reach3', '联登机构', 'uv')
     returning id`,
  )
  const [cut, shaky, uv] = rows.map(({ id }) => id) as [string, string, string]
  await app.pool.query(
    `insert into org_breaker (org_id, opened_at, probe_at) values ($1, '2026-03-01T04:00:00Z', now()), ($2, '2026-03-02T04:00:00Z', now())`,
    [cut, uv],
  )
  await app.pool.query(
    `insert into org_call (org_id, slot, calls, failures, all_calls, all_failures) values ($1, now(), 12, 8, 12, 8), ($2, now(), 12, 12, 12, 12)`,
    [shaky, cut],
  )
  expect(await warnings(plain)).toEqual([
    {
      kind: 'orgUnreachable',
      name: '断开机构',
      count: null,
      at: '2026-03-01T04:00:00.000Z',
      link: { name: 'OrgList', query: { open: cut } },
    },
    {
      kind: 'orgFailing',
      name: '不稳机构',
      count: 66,
      at: null,
      link: { name: 'OrgList', query: { open: shaky } },
    },
  ])
  expect((await warnings(joint)).map(({ name, link }) => [name, link.name])).toEqual([
    ['联登机构', 'OrgUvList'],
  ])
  expect(await warnings(await app.as('org:page'))).toEqual([])
  await app.pool.query('delete from org_breaker')
  await app.pool.query('delete from org_call')
})

test('pushes that are open for more than a day are counted as the list behind the number shows them', async () => {
  const request = await app.as('push:page', 'PlanPushList')
  const { rows } = await app.pool.query<{ org: string; plan: string; channel: string }>(
    `with o as (insert into org (code, name, flow) values ('oldpush', '旧推送机构', 'full') returning id),
       p as (insert into plan (org_id, name, flow, price_fen, starts_on) select id, '计划', 'full', 100, '2026-01-01' from o returning id),
       c as (insert into channel (name, flow) values ('渠道', 'full') returning id)
     select o.id as org, p.id as plan, c.id as channel from o, p, c`,
  )
  const { org, plan, channel } = rows[0] as { org: string; plan: string; channel: string }
  const pushed = (status: string, stage: string, hours: number) =>
    app.pool.query(
      `insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, status, stage, price_fen)
       values (time_id(now() - make_interval(hours => $1)), $2, $3, $4, $5, 'full', $6, $7, 100)`,
      [hours, userId, channel, org, plan, status, stage],
    )
  await pushed('unknown', 'submit', 30)
  await pushed('unknown', 'login', 50)
  await pushed('unknown', 'submit', 2)
  await pushed('pending', 'submit', 30)
  await pushed('pending', 'consent', 30)
  await pushed('accepted', 'submit', 30)
  const found = await warnings(request)
  expect(found.map(({ kind, count }) => [kind, count])).toEqual([
    ['pushesUnclear', 2],
    ['pushesStuck', 1],
  ])
  for (const { count, link } of found) {
    const { tab, ...filters } = link.query
    expect(tab).toBe('records')
    expect((await request('POST', '/user/push/page', filters)).body.data.total).toBe(count)
  }
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect(await warnings(request)).toEqual([])
})

test('steps that wait too long, and a ledger that does not agree, are told', async () => {
  const request = await app.as('push:page', 'PlanPushList', 'ledger:page', 'FinanceLedger')
  await app.pool.query(
    `insert into due_step (user_id, kind, due_at) values ($1, 'match', '2026-03-01T04:00:00Z')`,
    [userId],
  )
  await app.pool.query(
    `insert into ledger_check (started_at, transfers, accounts, faults, sums_agree) values (now(), 1, 1, '[]', false)`,
  )
  expect((await warnings(request)).filter(({ kind }) => !kind.startsWith('pushes'))).toMatchObject([
    { kind: 'ledgerBroken', count: 1, link: { name: 'FinanceLedger', query: {} } },
    { kind: 'stepsLate', count: 1, at: '2026-03-01T04:00:00.000Z', link: { name: 'PlanPushList' } },
  ])
  await app.pool.query('delete from due_step')
  await app.pool.query('delete from ledger_check')
})

test('low balances are counted as the list behind the number shows them, at every moment', async () => {
  const lists = ['org:page', 'OrgList', 'orgUv:page', 'OrgUvList']
  const finance = await app.as('recharge:page', 'FinanceRecharge', ...lists)
  const operations = await app.as(...lists)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into org (code, name, flow, status, alert_fen)
     select 'homelow' || nth, '余额机构 ' || nth, flow, 'enabled', 1000 from unnest('{full,half,uv,uv,city}'::text[]) with ordinality f (flow, nth)
     returning id`,
  )
  const [full, half, , , city] = rows.map(({ id }) => id)
  /** Each number on the home page, and how many rows its link opens. */
  const seen = async (request: RequestFn) =>
    Promise.all(
      (await warnings(request))
        .filter(({ kind }) => kind.startsWith('balancesLow'))
        .map(async ({ count, link: { name, query } }) => {
          if (name !== 'FinanceRecharge')
            return [
              count,
              (await request('POST', name === 'OrgList' ? '/org/page' : '/org/uv/page', query)).body.data
                .total,
            ]
          expect(query).toEqual({ low: 'open' })
          const { records, total } = (await request('GET', '/finance/recharge/low')).body.data
          expect(total).toBe(records.length)
          return [count, total]
        }),
    )
  const both = () => Promise.all([seen(finance), seen(operations)])
  const change = (what: string, id: string | undefined) => app.pool.query(`update ${what} = $1`, [id])
  // The job that tells of them has not run.
  expect(await both()).toEqual([
    [[5, 5]],
    [
      [2, 2],
      [3, 3],
    ],
  ])
  await app.pool.query('insert into org_low_balance (org_id) select unnest($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  await change('org_account set balance_fen = 1000 where org_id', full)
  await change(`org set status = 'paused' where id`, city)
  expect(await both()).toEqual([
    [[3, 3]],
    [
      [1, 1],
      [2, 2],
    ],
  ])
  await change('org_account set held_fen = 1 where org_id', full)
  await change('org set alert_fen = 0 where id', half)
  expect(await both()).toEqual([
    [[3, 3]],
    [
      [1, 1],
      [2, 2],
    ],
  ])
})
