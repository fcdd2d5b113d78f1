import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'

const provider = testProvider()
const app = startApp({ providerOf: provider.open })
let world: PayWorld
let filer: Awaited<ReturnType<typeof app.as>>
let reviewer: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await payWorld(app, provider)
  filer = await app.as('order:page', 'order:refund', 'changeRequest:page', 'changeRequest:review')
  reviewer = await app.as('changeRequest:page', 'changeRequest:review')
  await app.set('payment.refundAloneFen', 300)
})
afterAll(() => world.stop())
beforeEach(() => app.pool.query(`update collection set status = 'disabled'`))

/** A paid order of 1,000 fen. */
async function paid(): Promise<string> {
  await world.collection()
  const { id } = await world.order({ productId: await world.product() })
  await app.pool.query(
    `update payment_order set status = 'paid', paid_fen = amount_fen, paid_at = now(), trade_no = 'T' || id::text where id = $1`,
    [id],
  )
  return id
}
const refund = async (id: string, amountFen: number) =>
  (await filer('POST', `/payConfig/order/${id}/refund`, { amountFen, reason: '退货' })).body
const stateOf = async (id: string) =>
  (
    await app.pool.query(
      `select refunding_fen as fen, (select count(*)::int from payment_refund where order_id = $1) as refunds
       from payment_order where id = $1`,
      [id],
    )
  ).rows[0]
const waiting = async (id: string) =>
  (await reviewer('POST', '/finance/change/page', { kind: 'refund', targetId: id, status: 'pending' })).body
    .data.records
const approve = async (by: typeof filer, { id, version }: { id: string; version: number }) =>
  (await by('POST', `/finance/change/${id}/approve`, { version })).body.code

test('up to the sum of the setting one person refunds an order, in all and not each time', async () => {
  const id = await paid()
  expect((await refund(id, 200)).data.isWaiting).toBe(false)
  expect(await stateOf(id)).toEqual({ fen: 200, refunds: 1 })
  expect((await refund(id, 101)).data.isWaiting).toBe(true)
  expect(await stateOf(id)).toEqual({ fen: 200, refunds: 1 })
})

test('refunds at once are added up', async () => {
  const id = await paid()
  const answers = await Promise.all([200, 200].map((fen) => refund(id, fen)))
  expect(answers.map(({ data }) => data.isWaiting).toSorted()).toEqual([false, true])
  expect((await stateOf(id)).fen).toBe(200)
})

test('above it another person approves, once, and the filer does not', async () => {
  const id = await paid()
  expect((await refund(id, 900)).code).toBe('0000')
  expect((await refund(id, 900)).code).toBe('4090')
  const [change] = await waiting(id)
  expect(change).toMatchObject({ amountFen: 900, reason: '退货', isOwn: false })
  expect(await approve(filer, change)).toBe('4030')
  expect((await stateOf(id)).refunds).toBe(0)
  const second = await app.as('changeRequest:page', 'changeRequest:review')
  const both = await Promise.all([approve(reviewer, change), approve(second, change)])
  expect(both.toSorted()).toEqual(['0000', '4090'])
  expect(await stateOf(id)).toEqual({ fen: 900, refunds: 1 })
})

test('an approval of more than is left meanwhile is refused, and the change still waits', async () => {
  const id = await paid()
  await refund(id, 900)
  expect((await refund(id, 200)).data.isWaiting).toBe(true)
  expect((await stateOf(id)).fen).toBe(200)
  const [change] = await waiting(id)
  expect(await approve(reviewer, change)).toBe('4090')
  expect(await waiting(id)).toHaveLength(1)
  expect((await stateOf(id)).refunds).toBe(1)
})

test('more than is left is refused at the field, and nothing is filed', async () => {
  const id = await paid()
  expect((await refund(id, 1_001)).data.fields).toHaveProperty('amountFen')
  expect(await waiting(id)).toEqual([])
})

test('a reviewer with a data scope of their own sees only the refunds of their channels', async () => {
  const id = await paid()
  await refund(id, 900)
  const other = await app.as('changeRequest:page', 'changeRequest:review')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [other.adminId],
  )
  const [change] = await waiting(id)
  expect(await approve(other, change)).toBe('4040')
})

test('an order of which a part was paid back is partly refunded, and no longer among the paid ones', async () => {
  const id = await paid()
  const found = async (status: string) =>
    (await filer('POST', '/payConfig/order/page', { id, status })).body.data.records
  expect(await found('paid')).toMatchObject([{ id, status: 'paid' }])
  expect(await found('partlyRefunded')).toEqual([])
  await app.pool.query('update payment_order set refunded_fen = 165 where id = $1', [id])
  expect(await found('paid')).toEqual([])
  expect(await found('partlyRefunded')).toMatchObject([{ id, status: 'partlyRefunded', refundedFen: 165 }])
  expect((await filer('GET', `/payConfig/order/${id}`)).body.data.status).toBe('partlyRefunded')
})
