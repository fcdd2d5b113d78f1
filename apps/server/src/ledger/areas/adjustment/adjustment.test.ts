import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RequestFn } from '#test/harness'
import { startApp } from '#test/harness'
import { bookCost } from '#test/ledger'
import { recharge, reverse } from '../../bookings.ts'
import { hold, post } from '../../holds.ts'

const app = startApp()
type Person = Awaited<ReturnType<typeof app.as>>
let filer: Person
let reviewer: Person
let second: Person
let orgId = ''
/** The transfer of a recharge of 10.00. */
let transferId = ''

beforeAll(async () => {
  filer = await app.as('adjustment:page', 'adjustment:create', 'adjustment:review')
  reviewer = await app.as('adjustment:page', 'adjustment:review')
  second = await app.as('adjustment:page', 'adjustment:review')
})
const one = async (text: string, values: unknown[]): Promise<string> =>
  (await app.pool.query(`${text} returning id`, values)).rows[0].id
beforeEach(async () => {
  const name = `o${randomUUID().slice(0, 8)}`
  orgId = await one(`insert into org (code, name, flow) values ($1, $1, 'full')`, [name])
  const booked = await app.db.transaction().execute((write) =>
    recharge(write, {
      orgId,
      way: 'bank',
      amountFen: 1_000,
      businessDay: '2026-01-01',
      ref: { kind: 'recharge', id: name },
    }),
  )
  transferId = booked.id
})

const file = (given: object = {}) =>
  filer('POST', '/finance/adjustment', {
    kind: 'adjust',
    orgId,
    amountFen: -300,
    linkKind: 'transfer',
    linkId: transferId,
    reason: '重复入账',
    ...given,
  })
const fileReversal = (given: object = {}, key?: string) =>
  filer(
    'POST',
    '/finance/adjustment',
    { kind: 'reverse', linkKind: 'transfer', linkId: transferId, reason: '打错机构', ...given },
    'zh-CN',
    key,
  )
const approve = (by: RequestFn, { id, version }: { id: string; version: number }) =>
  by('POST', `/finance/adjustment/${id}/approve`, { version })
const balanceOf = async (): Promise<number> =>
  (await app.pool.query('select balance_fen::int as fen from account where org_id = $1', [orgId])).rows[0].fen
const fieldsOf = async (asked: ReturnType<RequestFn>) => (await asked).body.data.fields

test('one files, another approves, and the balance changes once', async () => {
  const row = (await file()).body.data
  expect(row).toMatchObject({ status: 'pending', isOwn: true, availableFen: 1_000, amountFen: -300 })
  expect((await approve(filer, row)).body.code).toBe('4030')
  expect(await balanceOf()).toBe(1_000)
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) => approve(index % 2 ? reviewer : second, row)),
  )
  expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(all.filter(({ body }) => body.code === '4090')).toHaveLength(9)
  expect(await balanceOf()).toBe(700)
  const { rows } = await app.pool.query(
    `select kind, by_admin::text as by from transfer where ref_kind = 'adjustment' and ref_id = $1`,
    [row.id],
  )
  expect(rows).toEqual([{ kind: 'adjust', by: expect.any(String) }])
  expect((await reviewer('GET', `/finance/adjustment/${row.id}`)).body.data).toMatchObject({
    status: 'approved',
    balanceAfterFen: 700,
    availableFen: 700,
  })
})

test('it never takes more than is available, also if that fell after it was filed', async () => {
  expect(await fieldsOf(file({ amountFen: -1_001 }))).toEqual({ amountFen: '可用余额只有 10.00 元' })
  const row = (await file({ amountFen: -1_000 })).body.data
  await app.db
    .transaction()
    .execute((write) => hold(write, { orgId, amountFen: 1, ref: { kind: 'push', id: `a-${orgId}` } }))
  expect((await approve(reviewer, row)).body).toMatchObject({
    code: '4090',
    desc: expect.stringContaining('可用余额为 9.99 元'),
  })
  expect(await balanceOf()).toBe(1_000)
})

test('what a channel is owed is corrected too', async () => {
  const channelId = await one(`insert into channel (name, flow) values ($1, 'full')`, [`c${orgId}`])
  const row = (await file({ orgId: null, channelId, amountFen: 250 })).body.data
  expect(row).toMatchObject({ channelId, orgId: null, orgName: null, availableFen: 0 })
  expect((await approve(reviewer, row)).body.data).toMatchObject({ balanceAfterFen: 250 })
})

describe('a reversal', () => {
  test('books the opposite of the transfer, and a transfer has one', async () => {
    const row = (await fileReversal()).body.data
    expect(row).toMatchObject({ orgId, amountFen: -1_000, linkId: transferId })
    expect(await fieldsOf(fileReversal())).toEqual({ linkId: '已有此流水的冲正' })
    expect((await approve(reviewer, row)).body.data).toMatchObject({ balanceAfterFen: 0 })
    const { rows } = await app.pool.query(`select id from transfer where reverses_id = $1`, [transferId])
    expect(rows).toHaveLength(1)
    expect(await fieldsOf(fileReversal())).toEqual({ linkId: '已有此流水的冲正' })
  })

  test('that was rejected can be filed again', async () => {
    const row = (await fileReversal()).body.data
    await reviewer('POST', `/finance/adjustment/${row.id}/reject`, { version: 1, note: '无需冲正' })
    expect((await fileReversal()).body).toMatchObject({ code: '0000', data: { status: 'pending' } })
  })

  test('of what something else reversed since is refused, and books nothing', async () => {
    const row = (await fileReversal()).body.data
    await app.db
      .transaction()
      .execute((write) => reverse(write, { id: transferId, businessDay: '2026-01-02' }))
    expect((await approve(reviewer, row)).body).toMatchObject({
      code: '4090',
      desc: `流水 ${transferId} 已被冲正`,
    })
    expect(await balanceOf()).toBe(0)
    expect((await reviewer('GET', `/finance/adjustment/${row.id}`)).body.data.status).toBe('pending')
  })

  test('sent twice by the same form is filed once, also after its approval', async () => {
    const key = randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => fileReversal({}, key)))
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1)
    await approve(reviewer, sent[0]?.body.data)
    expect((await fileReversal({}, key)).body.data).toEqual(sent[0]?.body.data)
  })

  test('is only for a recharge, a refund of a balance or an adjustment', async () => {
    const ref = { kind: 'push', id: `r-${orgId}` }
    const charge = await app.db.transaction().execute(async (write) => {
      await hold(write, { orgId, amountFen: 100, ref })
      return post(write, { ref, businessDay: '2026-01-01' })
    })
    const channelId = await one(`insert into channel (name, flow) values ($1, 'full')`, [`r${orgId}`])
    const cost = await app.db
      .transaction()
      .execute((write) => bookCost(write, { channelId, amountFen: 30, ref, businessDay: '2026-01-01' }))
    for (const linkId of [charge.id, cost?.id])
      expect(await fieldsOf(fileReversal({ linkId }))).toEqual({
        linkId: '只能冲正充值、退款和调账的流水',
      })
    expect(await fieldsOf(fileReversal({ linkId: '1' }))).toEqual({ linkId: '没有此流水' })
  })
})

test('each field that is missing or does not fit is named', async () => {
  const names = async (asked: ReturnType<RequestFn>) => Object.keys(await fieldsOf(asked))
  expect(await names(file({ orgId: null }))).toEqual(['orgId'])
  expect(await names(file({ orgId: '999999999999' }))).toEqual(['orgId'])
  expect(await names(file({ amountFen: 0 }))).toEqual(['amountFen'])
  expect(await names(file({ amountFen: null }))).toEqual(['amountFen'])
  expect(await names(file({ reason: ' ' }))).toEqual(['reason'])
  expect(await names(file({ linkKind: 'push', linkId: '999999999999' }))).toEqual(['linkId'])
  expect(await names(file({ channelId: '1' }))).toEqual(['channelId'])
  expect(await names(fileReversal({ amountFen: 5 }))).toEqual(['amountFen'])
})

test('an administrator with the data scope `own` sees and reviews adjustments of organizations and own channels only', async () => {
  const own = await app.as('adjustment:page', 'adjustment:review')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const channelId = await one(`insert into channel (name, flow) values ($1, 'full')`, [`s${orgId}`])
  const row = (await file({ orgId: null, channelId, amountFen: 10 })).body.data
  const told = async ({ adminId }: Person) =>
    (
      await app.pool.query(
        `select from message where admin_id = $1 and link->'query'->>'open' = $2 and link->'query'->>'tab' = 'adjustments'`,
        [adminId, row.id],
      )
    ).rows.length
  expect(await told(reviewer)).toBe(1)
  expect(await told(own)).toBe(0)
  expect(await told(filer)).toBe(0)
  expect((await approve(own, row)).body.code).toBe('4040')
  await app.pool.query('update channel set owner_id = $1 where id = $2', [own.adminId, channelId])
  expect((await approve(own, row)).body.code).toBe('0000')
})
