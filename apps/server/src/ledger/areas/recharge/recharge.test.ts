import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RequestFn } from '#test/harness'
import { startApp } from '#test/harness'
import { hold } from '../../holds.ts'

const app = startApp()
type Person = Awaited<ReturnType<typeof app.as>>
let filer: Person
let reviewer: Person
let second: Person
let orgId = ''

beforeAll(async () => {
  filer = await app.as('recharge:page', 'recharge:create', 'recharge:review')
  reviewer = await app.as('recharge:page', 'recharge:review')
  second = await app.as('recharge:page', 'recharge:review')
})
const newOrg = async (alertFen = 0): Promise<string> => {
  const name = `机构${randomUUID().slice(0, 8)}`
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow, status, alert_fen) values ($1, $2, 'full', 'enabled', $3) returning id`,
    [`o${randomUUID().slice(0, 8)}`, name, alertFen],
  )
  return rows[0].id
}
beforeEach(async () => {
  orgId = await newOrg()
})

const file = (given: object = {}, key?: string) =>
  filer('POST', '/finance/recharge', { orgId, way: 'bank', amountFen: 100_000, ...given }, 'zh-CN', key)
const filed = async (given: object = {}) => (await file(given)).body.data
const approve = (by: RequestFn, { id, version }: { id: string; version: number }) =>
  by('POST', `/finance/recharge/${id}/approve`, { version })
const reject = (by: RequestFn, { id, version }: { id: string; version: number }, note = '未到账') =>
  by('POST', `/finance/recharge/${id}/reject`, { version, note })
const balanceOf = async (org = orgId): Promise<number> =>
  (await app.pool.query('select balance_fen::int as fen from account where org_id = $1', [org])).rows[0].fen
const booked = async (id: string) =>
  (
    await app.pool.query(
      `select t.kind, t.amount_fen::int as fen, t.by_admin::text as by from transfer t where ref_kind = 'recharge' and ref_id = $1`,
      [id],
    )
  ).rows
const messagesTo = async ({ adminId }: Person, id: string) =>
  (
    await app.pool.query(
      `select kind, title->>0 as title, content->>0 as content from message where admin_id = $1 and link->'query'->>'open' = $2
       order by id`,
      [adminId, id],
    )
  ).rows

test('one files, another approves, and the balance moves once', async () => {
  const row = await filed({ reason: '三月预存 138-0013-8000' })
  expect(row).toMatchObject({
    status: 'pending',
    amountFen: 100_000,
    isOwn: true,
    transferId: null,
    reason: '三月预存 138****8000',
    balance: { balanceFen: 0, pendingFen: 100_000 },
  })
  expect(await balanceOf()).toBe(0)
  const own = await approve(filer, row)
  expect(own.body).toMatchObject({ code: '4030', desc: '不能审核自己提交的内容，须由他人审核' })
  expect((await filer('POST', '/finance/recharge/batch/approve', { ids: [row.id] })).body.code).toBe('4030')
  expect(await balanceOf()).toBe(0)

  expect((await approve(reviewer, row)).body.data).toMatchObject({
    status: 'approved',
    isOwn: false,
    transferId: expect.any(String),
    balanceAfterFen: 100_000,
    reviewedBy: expect.any(String),
    reviewedAt: expect.any(String),
  })
  expect(await balanceOf()).toBe(100_000)
  expect(await booked(row.id)).toEqual([{ kind: 'recharge', fen: 100_000, by: reviewer.adminId }])
  const again = await approve(second, row)
  expect(again.body).toMatchObject({ code: '4090', desc: '已有他人处理，当前状态为“已入账”' })
  const lines = await app.pool.query(
    `select point, after from audit_log where target_kind = 'recharge' and target_id = $1 and result = 'done' order by id`,
    [row.id],
  )
  expect(lines.rows).toMatchObject([
    { point: 'recharge:create', after: { status: 'pending', amountFen: 100_000, way: 'bank' } },
    { point: 'recharge:review', after: { status: 'approved' } },
  ])
})

test('the reviewers are told of a new recharge, and never who filed it; the filer is told of the review', async () => {
  const row = await filed()
  expect(await messagesTo(reviewer, row.id)).toMatchObject([
    { kind: 'todo', title: '充值待审核', content: expect.stringContaining('银行转账 1,000.00 元') },
  ])
  expect(await messagesTo(filer, row.id)).toEqual([])
  await reject(reviewer, row, '未到账，请核对 138-0013-8000')
  expect(await messagesTo(filer, row.id)).toMatchObject([
    { kind: 'notice', title: '充值被驳回', content: expect.stringContaining('未到账，请核对 138****8000') },
  ])
})

test('the same form sent at the same time is filed once; with another amount it is refused', async () => {
  const key = randomUUID()
  const sent = await Promise.all(Array.from({ length: 5 }, () => file({}, key)))
  expect(sent.map(({ body }) => body.code)).toEqual(Array.from({ length: 5 }, () => '0000'))
  expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await messagesTo(reviewer, sent[0]?.body.data.id)).length).toBe(1)
  expect((await file({ amountFen: 200_000 }, key)).body).toMatchObject({ code: '4090' })
  const { rows } = await app.pool.query('select count(*)::int as n from recharge where org_id = $1', [orgId])
  expect(rows[0].n).toBe(1)
})

describe('of two reviewers at once', () => {
  test('one wins, and the other is told so', async () => {
    for (let round = 0; round < 8; round++) {
      const row = await filed({ amountFen: 100 })
      const before = await balanceOf()
      const both = await Promise.all([approve(reviewer, row), reject(second, row)])
      expect(both.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090'])
      const isApproved = both[0].body.code === '0000'
      expect(both[isApproved ? 1 : 0].body).toMatchObject({
        desc: `已有他人处理，当前状态为“${isApproved ? '已入账' : '已驳回'}”`,
        data: { current: { status: isApproved ? 'approved' : 'rejected' } },
      })
      expect(await balanceOf()).toBe(before + (isApproved ? 100 : 0))
      expect((await booked(row.id)).length).toBe(isApproved ? 1 : 0)
    }
  })

  test('twenty approvals at once book it once', async () => {
    const row = await filed()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => approve(index % 2 ? reviewer : second, row)),
    )
    expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(1)
    expect(await balanceOf()).toBe(100_000)
    expect(await booked(row.id)).toHaveLength(1)
  })
})

test('an approval whose connection is killed while it books leaves nothing, and is simply asked again', async () => {
  const row = await filed()
  const other = await app.pool.connect()
  try {
    // Another transaction has the account, so the approval waits in the middle of its own.
    await other.query('begin')
    await other.query('select from account where org_id = $1 for no key update', [orgId])
    const asked = approve(reviewer, row)
    await expect
      .poll(async () => {
        const { rows } = await app.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where wait_event_type = 'Lock' and query like '%book_transfer%' and datname = current_database()`,
        )
        return rows.length
      })
      .toBe(1)
    expect((await asked).body.code).not.toBe('0000')
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await balanceOf()).toBe(0)
  expect(await booked(row.id)).toEqual([])
  expect((await approve(second, row)).body.data).toMatchObject({ status: 'approved' })
  expect(await balanceOf()).toBe(100_000)
  expect(await booked(row.id)).toHaveLength(1)
})

describe('a refund', () => {
  const refund = (amountFen: number) => file({ way: 'refund', amountFen, reason: '终止合作' })

  test('is bounded by what is available when it is filed, and again when it is approved', async () => {
    await approve(reviewer, await filed({ amountFen: 1_000 }))
    expect((await refund(-1_001)).body).toMatchObject({
      code: '4000',
      data: { fields: { amountFen: '可用余额只有 10.00 元' } },
    })
    const row = (await refund(-1_000)).body.data
    await app.db
      .transaction()
      .execute((write) => hold(write, { orgId, amountFen: 300, ref: { kind: 'push', id: `hold-${orgId}` } }))
    const refused = await approve(reviewer, row)
    expect(refused.body).toMatchObject({ code: '4090', desc: expect.stringContaining('可用余额为 7.00 元') })
    expect(await balanceOf()).toBe(1_000)
    expect((await reviewer('GET', `/finance/recharge/${row.id}`)).body.data).toMatchObject({
      status: 'pending',
    })
    const less = (await refund(-700)).body.data
    expect((await approve(reviewer, less)).body.data).toMatchObject({ balanceAfterFen: 300 })
    expect(await booked(less.id)).toEqual([{ kind: 'payout', fen: 700, by: reviewer.adminId }])
  })

  test('of several approved at once that are more than is available, none overdraws', async () => {
    await approve(reviewer, await filed({ amountFen: 1_000 }))
    const rows = []
    for (let at = 0; at < 5; at++) rows.push((await refund(-400)).body.data)
    const done = await Promise.all(rows.map((row, index) => approve(index % 2 ? reviewer : second, row)))
    expect(done.filter(({ body }) => body.code === '0000')).toHaveLength(2)
    expect(await balanceOf()).toBe(200)
  })

  test('needs a reason, and an amount below zero; others need one above', async () => {
    const fields = async (given: object) => Object.keys((await file(given)).body.data.fields)
    expect(await fields({ way: 'refund', amountFen: -1 })).toEqual(['reason'])
    expect(await fields({ way: 'gift' })).toEqual(['reason'])
    expect(await fields({ way: 'refund', amountFen: 1, reason: 'x' })).toEqual(['amountFen'])
    expect(await fields({ way: 'bank', amountFen: -1 })).toEqual(['amountFen'])
    expect(await fields({ amountFen: 0 })).toEqual(['amountFen'])
    expect(await fields({ orgId: '999999999999' })).toEqual(['orgId'])
  })
})

test('several are approved together, or none: a refund that is too large is named', async () => {
  await approve(reviewer, await filed({ amountFen: 500 }))
  const good = await filed({ amountFen: 100 })
  const refund = await filed({ way: 'refund', amountFen: -500, reason: '终止合作' })
  await app.db
    .transaction()
    .execute((write) => hold(write, { orgId, amountFen: 400, ref: { kind: 'push', id: `several-${orgId}` } }))
  const many = (ids: string[]) => reviewer('POST', '/finance/recharge/batch/approve', { ids })
  expect((await many([good.id, refund.id])).body).toMatchObject({ code: '4090' })
  expect(await balanceOf()).toBe(500)
  expect((await many([good.id, '999999999999'])).body.data).toMatchObject({
    done: 1,
    skipped: [{ reason: 'notFound' }],
  })
  expect(await balanceOf()).toBe(600)
  const rejected = { ids: [good.id, refund.id], note: '金额有误' }
  expect((await reviewer('POST', '/finance/recharge/batch/reject', rejected)).body.data).toEqual({
    done: 1,
    skipped: 1,
  })
})

test('the database refuses a review by who filed it, and an approval that booked nothing', async () => {
  const row = await filed()
  const set = (columns: string) => app.pool.query(`update recharge set ${columns} where id = ${row.id}`)
  await expect(
    set(`status = 'rejected', reviewed_at = now(), reviewed_by = ${filer.adminId}`),
  ).rejects.toThrow('recharge_reviewed_by_check')
  await expect(
    set(`status = 'approved', reviewed_at = now(), reviewed_by = ${reviewer.adminId}`),
  ).rejects.toThrow('recharge_transfer_id_check')
})

test('the list is filtered, sorted, counted and summed', async () => {
  const one = await filed({ amountFen: 300 })
  await filed({ amountFen: 200, way: 'online' })
  await reject(reviewer, one)
  const page = async (body: object) =>
    (await reviewer('POST', '/finance/recharge/page', { orgId, ...body })).body.data
  expect(await page({ sort: '-amountFen' })).toMatchObject({
    total: 2,
    totals: { amountFen: 500 },
    records: [{ amountFen: 300 }, { amountFen: 200 }],
  })
  expect(await page({ status: 'rejected' })).toMatchObject({ total: 1, records: [{ note: '未到账' }] })
  expect(await page({ way: 'online' })).toMatchObject({ total: 1 })
  expect(await page({ createdBy: filer.adminId, amountFrom: 250 })).toMatchObject({ total: 1 })
  expect((await reviewer('GET', '/finance/recharge/counts')).body.data.rejected).toBeGreaterThan(0)
})

test('organizations with a low balance are listed while they are low', async () => {
  const low = await newOrg(1_000)
  await app.pool.query('insert into org_low_balance (org_id) values ($1)', [low])
  const isListed = async () => {
    const { records, total } = (await reviewer('GET', '/finance/recharge/low')).body.data
    expect(total).toBeGreaterThanOrEqual(records.length)
    return records.some((each: { orgId: string }) => each.orgId === low)
  }
  expect(await isListed()).toBe(true)
  await approve(reviewer, await filed({ orgId: low, amountFen: 5_000 }))
  expect(await isListed()).toBe(false)
})
