import { mostWaiting, type WaitingItem } from '@kabao/contract/statistics/home'
import { beforeAll, expect, test } from 'vitest'
import { type RequestFn, startApp } from '#test/harness'

const app = startApp()
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
  (await request('GET', '/home/waiting')).body.data
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
  expect(await waiting(request)).toMatchObject([
    { kind: 'jobsFailed', count: 1, link: { name: 'AdminJobList', query: { state: 'failed' } } },
  ])
  expect(await waiting(await app.as('job:page'))).toEqual([])
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
      (await waiting(request))
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
