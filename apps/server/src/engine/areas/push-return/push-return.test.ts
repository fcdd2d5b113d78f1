import { maskPhone } from '@kabao/contract/kernel/personal'
import { beforeAll, describe, expect, test } from 'vitest'
import { recharge } from '#ledger/bookings'
import { noteResult } from '#ledger/channel-cost/note'
import { hold, post } from '#ledger/holds'
import { bookAllResults } from '#test/channel-results'
import { exportsOf } from '#test/exports'
import type { RequestFn } from '#test/harness'
import { startApp } from '#test/harness'
import { tellReturns } from './tell-job.ts'

const app = startApp()
const { fetchTicket, readCsv } = exportsOf(app)
let requester: RequestFn
let reviewer: RequestFn
let second: RequestFn
const ids: Record<string, string> = {}

beforeAll(async () => {
  requester = await app.as('pushReturn:page', 'pushReturn:ask', 'pushReturn:review')
  reviewer = await app.as('pushReturn:page', 'pushReturn:review')
  second = await app.as('pushReturn:page', 'pushReturn:review')
  const one = async (text: string) => (await app.pool.query(`${text} returning id`)).rows[0].id
  ids.channel = await one(
    `insert into channel (name, flow, settlement, price_fen) values ('渠道', 'full', 'cpl', 30)`,
  )
  ids.org = await one(`insert into org (code, name, flow) values ('orgret', '机构', 'full')`)
  ids.plan = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on, return_days, return_reasons)
     values (${ids.org}, '计划', 'full', 100, '2026-01-01', 7, '{空号}')`,
  )
  await app.db.transaction().execute((write) =>
    recharge(write, {
      orgId: ids.org as string,
      way: 'bank',
      amountFen: 100_000,
      businessDay: '2026-01-01',
      ref: { kind: 'recharge', id: 'test' },
    }),
  )
})

let phone = 13_700_000_000
/** An accepted push that was charged 1.00, of which the channel got 0.30. */
async function accepted(): Promise<string> {
  const user = await app.pool.query(
    `insert into "user" (phone, name, flow, status) values ($1, '王小明', 'full', 'accepted') returning id`,
    [String(++phone)],
  )
  const push = await app.pool.query(
    `insert into push_record (user_id, channel_id, org_id, plan_id, flow, status, price_fen, cost_fen, responded_at)
     values ($1, $2, $3, $4, 'full', 'accepted', 100, 30, now() + interval '1 minute') returning id`,
    [user.rows[0].id, ids.channel, ids.org, ids.plan],
  )
  const { id } = push.rows[0]
  const ref = { kind: 'push', id }
  await app.db.transaction().execute(async (write) => {
    await hold(write, { orgId: ids.org as string, amountFen: 100, ref })
    await post(write, { ref, businessDay: '2026-01-01' })
    await noteResult(write, 'push', { channelId: ids.channel as string, id, businessDay: '2026-01-01' })
  })
  return id
}
const asked = async (pushId: string) =>
  (await requester('POST', `/user/push/${pushId}/return`, { reason: '空号' })).body.data
const books = async () => {
  await bookAllResults(app)
  return (
    await app.pool.query(
      `select (select balance_fen::int from account where org_id = $1) as balance,
         (select balance_fen::int from account where channel_id = $2) as owed,
         (select count(*)::int from transfer where kind = 'refund') as refunds,
         (select count(*)::int from channel_result where kind = 'return') as reversals`,
      [ids.org, ids.channel],
    )
  ).rows[0]
}
const statusOf = async (pushId: string) =>
  (await app.pool.query('select status from push_record where id = $1', [pushId])).rows[0].status

test('whoever asks does not review: another person does, and the money goes back once', async () => {
  const pushId = await accepted()
  const before = await books()
  const row = await asked(pushId)
  expect(row).toMatchObject({
    status: 'asked',
    pushId,
    phone: '137****0001',
    name: '王**',
    askedWay: 'admin',
  })
  expect(await asked(pushId)).toMatchObject({ id: row.id })
  const approve = (by: RequestFn) => by('POST', `/push/return/${row.id}/approve`, { version: 1 })
  expect((await approve(requester)).body.code).toBe('4030')
  expect((await requester('POST', '/push/return/batch/approve', { ids: [row.id] })).body.code).toBe('4030')
  expect((await requester('POST', '/push/return/batch/approve/count', { filter: {} })).body.data.count).toBe(
    0,
  )
  expect(await statusOf(pushId)).toBe('accepted')
  const both = await Promise.all([approve(reviewer), approve(second)])
  expect(both.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090'])
  expect(both.find(({ body }) => body.code === '4090')?.body).toMatchObject({
    desc: '已有他人处理，当前状态为“已退回”',
    data: { current: { status: 'returned' } },
  })
  expect(await statusOf(pushId)).toBe('returned')
  expect(await books()).toEqual({
    balance: before.balance + 100,
    owed: before.owed - 30,
    refunds: before.refunds + 1,
    reversals: before.reversals + 1,
  })
  expect((await reviewer('GET', `/push/return/${row.id}`)).body.data).toMatchObject({
    status: 'returned',
    refundFen: 100,
    costBackFen: 30,
    priceFen: 100,
    reviewedBy: expect.any(String),
  })
  const lines = await app.pool.query(
    `select point, before, after from audit_log where target_kind = 'pushReturn' and target_id = $1 order by id`,
    [row.id],
  )
  expect(lines.rows).toMatchObject([
    { point: 'pushReturn:ask', after: { status: 'asked', reason: '空号' } },
    { point: 'pushReturn:review', before: null, after: null },
    { point: 'pushReturn:review', before: { status: 'asked' }, after: { status: 'returned' } },
  ])
})

test('of a review and a withdrawal at once, one happens, and the books fit it', async () => {
  for (let round = 0; round < 5; round++) {
    const pushId = await accepted()
    const before = await books()
    const { id } = await asked(pushId)
    const [reviewed, withdrawn] = await Promise.all([
      reviewer('POST', `/push/return/${id}/approve`, { version: 1 }),
      requester('POST', `/push/return/${id}/withdraw`, { version: 1 }),
    ])
    const isReturned = reviewed.body.code === '0000'
    expect([reviewed.body.code, withdrawn.body.code].toSorted()).toEqual(['0000', '4090'])
    expect(await statusOf(pushId)).toBe(isReturned ? 'returned' : 'accepted')
    expect(await books()).toMatchObject({ refunds: before.refunds + (isReturned ? 1 : 0) })
  }
})

describe('a return that is not approved', () => {
  test('is refused for a reason, one or many, and moves no money', async () => {
    const before = { ...(await books()), balance: undefined, owed: undefined }
    const rows = await Promise.all([await accepted(), await accepted(), await accepted()].map(asked))
    const [first, ...others] = rows.map(({ id }) => id)
    const refuse = (note: string) => reviewer('POST', `/push/return/${first}/refuse`, { version: 1, note })
    expect((await refuse(' ')).body.data.fields).toHaveProperty('note')
    expect((await refuse('号码可接通')).body.data).toMatchObject({ status: 'refused', note: '号码可接通' })
    const many = { ids: [first, ...others], note: '号码可接通' }
    expect((await requester('POST', '/push/return/batch/refuse', many)).body.code).toBe('4030')
    expect((await reviewer('POST', '/push/return/batch/refuse', many)).body.data).toEqual({
      done: 2,
      skipped: 1,
    })
    expect({ ...(await books()), balance: undefined, owed: undefined }).toEqual(before)
  })

  test('can be asked for again by an administrator', async () => {
    const pushId = await accepted()
    const { id } = await asked(pushId)
    await reviewer('POST', `/push/return/${id}/refuse`, { version: 1, note: '号码可接通' })
    const again = await asked(pushId)
    expect(again).toMatchObject({ status: 'asked' })
    expect(again.id).not.toBe(id)
  })
})

test('all that match are approved by a second person, and counted first', async () => {
  const before = await books()
  const pushIds = [await accepted(), await accepted(), await accepted()]
  for (const pushId of pushIds) await asked(pushId)
  const filter = { status: 'asked', orgId: ids.org }
  const { count, mark } = (await reviewer('POST', '/push/return/batch/approve/count', { filter })).body.data
  expect(count).toBeGreaterThanOrEqual(3)
  const done = await reviewer('POST', '/push/return/batch/approve/matching', { filter, count, mark })
  expect(done.body.data.done).toBe(count)
  for (const pushId of pushIds) expect(await statusOf(pushId)).toBe('returned')
  expect(await books()).toMatchObject({ refunds: before.refunds + count })
  expect((await reviewer('GET', '/push/return/counts')).body.data).toMatchObject({ asked: 0 })
})

test('the reviewers are told once about returns that wait', async () => {
  await tellReturns(app.db)
  await asked(await accepted())
  await asked(await accepted())
  expect(await tellReturns(app.db)).toBe(2)
  expect(await tellReturns(app.db)).toBe(0)
  const { rows } = await app.pool.query(
    `select count(*)::int as n from message where title::text like '%2 条退回待审核%'`,
  )
  expect(rows[0].n).toBeGreaterThan(0)
})

test('an administrator with the data scope `own` sees and returns only pushes of their channels', async () => {
  const own = await app.as('pushReturn:page', 'pushReturn:ask')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const pushId = await accepted()
  const request = () => own('POST', `/user/push/${pushId}/return`, { reason: '空号' })
  expect((await request()).body.code).toBe('4040')
  expect((await own('POST', '/push/return/page', {})).body.data.total).toBe(0)
  await app.pool.query('update channel set owner_id = $1 where id = $2', [own.adminId, ids.channel])
  expect((await request()).body.code).toBe('0000')
  expect((await own('POST', '/push/return/page', {})).body.data.total).toBeGreaterThan(0)
})

test('returns are exported as the list shows them, personal data masked', async () => {
  const id = await accepted()
  await asked(id)
  const request = await app.as('pushReturn:page', 'pushReturn:export')
  const columns = ['pushId', 'status', 'phone', 'priceFen', 'askedBy']
  const { body } = await request('POST', '/push/return/export', { pushId: id, format: 'csv', columns })
  const [, row] = readCsv((await fetchTicket(body.data.ticket)).bytes)
  expect(row).toEqual([id, '待审核', maskPhone(String(phone)), '1.00', expect.any(String)])
  expect(row?.[4]).not.toBe('机构')
})
