import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { type RequestFn, startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'
import { tellPayments } from './tell.ts'

const provider = testProvider()
const app = startApp({ providerOf: provider.open })
let world: PayWorld
let filer: RequestFn
let reviewer: RequestFn
let number = 0
beforeAll(async () => {
  world = await payWorld(app, provider)
  const points = [
    'resolution:page',
    'resolution:create',
    'resolution:review',
    'suspense:page',
    'order:refund',
  ]
  filer = await app.as(...points)
  reviewer = await app.as(...points)
})
afterAll(() => world.stop())
beforeEach(() => provider.instead.clear())

const orderRow = (id: string) =>
  world.one<Record<string, unknown>>(
    'select status, paid_fen, refunded_fen, refunding_fen, trade_no from payment_order where id = $1',
    id,
  )
const balances = async () => {
  const { kinds, totalFen } = await trialBalance(app.db)
  expect(totalFen).toBe(0)
  return kinds
}
async function opened(fields: Record<string, unknown> = {}) {
  await app.pool.query(`update collection set status = 'disabled'`)
  const collectionId = await world.collection()
  const productId = await world.product(fields)
  const { id } = await world.order({ productId })
  return { id, collectionId, productId }
}
async function paid() {
  const order = await opened()
  await world.callback(order.collectionId, { orderNo: order.id, tradeNo: `T${order.id}` })
  expect((await orderRow(order.id)).status).toBe('paid')
  return order
}
/** An order with a refund that its provider has refused. */
async function refused() {
  const order = await paid()
  provider.instead.set('refund', () => ({ outcome: 'refused', code: 'CLOSED', message: 'account closed' }))
  await filer('POST', `/payConfig/order/${order.id}/refund`, { amountFen: 400, reason: '退货' })
  const worker = world.work()
  const refund = () =>
    world.one<{ id: string; status: string; by_hand: boolean }>(
      'select id, status, by_hand from payment_refund where order_id = $1',
      order.id,
    )
  await world.until(async () => (await refund()).status === 'refused', 'it is refused')
  await worker.stop()
  provider.instead.clear()
  return { ...order, refundId: (await refund()).id, refund }
}
const suspended = async (order: { id: string; collectionId: string }, amountFen: number) => {
  const tradeNo = `W${++number}`
  await world.callback(order.collectionId, { orderNo: order.id, tradeNo, amountFen })
  return world.one<{ id: string; kind: string; status: string; order_id: string | null }>(
    'select id, kind, status, order_id from payment_suspense where trade_no = $1',
    tradeNo,
  )
}
const file = (body: object, as = filer) => as('POST', '/payConfig/resolution', { reason: '已核实', ...body })
const saidBy = ({ body }: { body: object }) => (body as { msg: string }).msg
const approve = (id: string, as = reviewer, version = 1) =>
  as('POST', `/payConfig/resolution/${id}/approve`, { version })
const statusOf = async (id: string) => (await filer('GET', `/payConfig/suspense/${id}`)).body.data.status

test('a refund that its provider refuses is paid back by hand: filed, reviewed by another one, booked once', async () => {
  const before = await balances()
  const { id, refundId, refund } = await refused()
  const byHand = { kind: 'byHand', refundId, reference: 'BANK-1' }
  const filed = await Promise.all(Array.from({ length: 5 }, () => file(byHand)))
  expect(filed.map(({ body }) => body.code).toSorted()).toEqual(['0000', '4090', '4090', '4090', '4090'])
  const resolution = filed.find(({ body }) => body.code === '0000')?.body.data
  expect(resolution).toMatchObject({ status: 'pending', amountFen: 400, orderId: id, isOwn: true })
  // The amount is reserved, and the provider is not asked meanwhile.
  expect(await orderRow(id)).toMatchObject({ status: 'refunding', refunding_fen: 400 })
  expect((await filer('POST', `/payConfig/order/refund/${refundId}/again`)).body.code).toBe('4090')
  expect(
    (await filer('POST', `/payConfig/order/${id}/refund`, { amountFen: 700, reason: '多退' })).body.code,
  ).toBe('4000')

  expect((await approve(resolution.id, filer)).body.code).toBe('4030')
  const all = await Promise.all(Array.from({ length: 5 }, () => approve(resolution.id)))
  expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(await refund()).toMatchObject({ status: 'refunded', by_hand: true })
  expect(await orderRow(id)).toMatchObject({ status: 'paid', refunded_fen: 400, refunding_fen: 0 })
  const after = await balances()
  expect(after.bank).toBe((before.bank ?? 0) + 400)
  const { transferId } = (await filer('GET', `/payConfig/resolution/${resolution.id}`)).body.data
  expect(transferId).toMatch(/^\d+$/)
  const notices = await world.all(`select from payment_notice where order_id = $1 and event = 'refunded'`, id)
  expect(notices).toHaveLength(1)
})

test('a rejected resolution gives the amount back, and the refund can be asked for again', async () => {
  const { id, refundId } = await refused()
  const { id: resolution } = (await file({ kind: 'byHand', refundId, reference: 'BANK-2' })).body.data
  const rejected = await reviewer('POST', `/payConfig/resolution/${resolution}/reject`, {
    version: 1,
    note: '单号不对',
  })
  expect(rejected.body.data).toMatchObject({ status: 'rejected', note: '单号不对', transferId: null })
  expect(await orderRow(id)).toMatchObject({ status: 'paid', refunding_fen: 0 })
  expect((await filer('POST', `/payConfig/order/refund/${refundId}/again`)).body.code).toBe('0000')
  // Its provider is being asked now.
  const late = await file({ kind: 'byHand', refundId, reference: 'BANK-2' })
  expect([late.body.code, saidBy(late)]).toEqual(['4090', expect.stringContaining('支付机构正在处理')])
})

test('a refund whose channel is closed is stopped once nobody is asking, and is then paid back by hand', async () => {
  const { id, collectionId } = await paid()
  await filer('POST', `/payConfig/order/${id}/refund`, { amountFen: 1_000, reason: '退货' })
  const { id: refundId } = await world.one<{ id: string }>(
    'select id from payment_refund where order_id = $1',
    id,
  )
  const tried = () => file({ kind: 'byHand', refundId, reference: 'BANK-3' })
  expect((await tried()).body.code).toBe('4090')
  await app.pool.query(`update collection set status = 'disabled' where id = $1`, [collectionId])
  expect((await tried()).body.code).toBe('4090')
  await app.pool.query(`update payment_refund set updated_at = now() - interval '3 minutes' where id = $1`, [
    refundId,
  ])
  const filed = await tried()
  expect(filed.body.code).toBe('0000')
  // A worker that comes to it now asks nobody.
  await app.pool.query(`insert into payment_due values ('refund', $1, now())`, [refundId])
  const worker = world.work()
  await world.until(
    async () =>
      (await world.all(`select from payment_due where kind = 'refund' and ref_id = $1`, refundId)).length ===
      0,
    'it is looked at',
  )
  await worker.stop()
  expect(provider.calls).not.toContain(`refund ${id}`)
  expect((await approve(filed.body.data.id)).body.code).toBe('0000')
  expect(await orderRow(id)).toMatchObject({ status: 'refunded', refunded_fen: 1_000 })
})

test('a refund about which its provider is silent is asked about at once, or decided by two people, never both', async () => {
  const { id } = await paid()
  provider.instead.set('refund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  provider.instead.set('queryRefund', () => ({ outcome: 'unknown', why: 'noAnswer' }))
  await filer('POST', `/payConfig/order/${id}/refund`, { amountFen: 1_000, reason: '退货' })
  const refund = () =>
    world.one<{ id: string; status: string; calls: number }>(
      'select id, status, calls from payment_refund where order_id = $1',
      id,
    )
  const { id: refundId } = await refund()
  const quiet = () =>
    app.pool.query(`update payment_refund set updated_at = now() - interval '3 minutes' where id = $1`, [
      refundId,
    ])
  const again = () => filer('POST', `/payConfig/order/refund/${refundId}/again`)
  const byHand = () => file({ kind: 'byHand', refundId, reference: 'BANK-9' })
  const worker = world.work()
  await world.until(async () => (await refund()).calls === 1, 'it is asked for')
  expect((await again()).body.code).toBe('4090')
  await quiet()
  // The provider has had less than an hour to answer; asking it at once does not wait for the next turn.
  expect(saidBy(await byHand())).toContain('1 小时')
  expect((await again()).body.code).toBe('0000')
  await world.until(async () => (await refund()).calls === 2, 'it is asked again')
  await worker.stop()

  await quiet()
  await app.pool.query(`update payment_refund set asked_at = now() - interval '61 minutes' where id = $1`, [
    refundId,
  ])
  const raced = await Promise.all([...Array.from({ length: 4 }, byHand), ...Array.from({ length: 4 }, again)])
  const filed = raced.slice(0, 4).filter(({ body }) => body.code === '0000')
  expect(filed).toHaveLength(1)
  expect((await again()).body.code).toBe('4090')
  // Nobody is asked any more, although the step may have become due in the race.
  const asked = (await refund()).calls
  await app.pool.query(`insert into payment_due values ('refund', $1, now()) on conflict do nothing`, [
    refundId,
  ])
  const later = world.work()
  await world.until(
    async () =>
      (await world.all(`select from payment_due where kind = 'refund' and ref_id = $1`, refundId)).length ===
      0,
    'it is looked at',
  )
  await later.stop()
  expect(await refund()).toMatchObject({ status: 'refused', calls: asked })

  const before = await balances()
  const won = filed.find(({ body }) => body.code === '0000')
  const resolutionId: string = won?.body.data.id
  expect((await approve(resolutionId, filer)).body.code).toBe('4030')
  const approved = await Promise.all(Array.from({ length: 4 }, () => approve(resolutionId)))
  expect(approved.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(await orderRow(id)).toMatchObject({ status: 'refunded', refunded_fen: 1_000, refunding_fen: 0 })
  expect((await balances()).bank).toBe((before.bank ?? 0) + 1_000)
})

test('a payment of another amount and one of an unknown order are in suspense once, however often they come', async () => {
  const before = await balances()
  const order = await opened()
  const send = (notice: object) =>
    Promise.all(
      Array.from({ length: 6 }, () =>
        world.callback(order.collectionId, { orderNo: order.id, tradeNo: 'A-1', amountFen: 700, ...notice }),
      ),
    )
  await send({})
  await send({ orderNo: 'x-unknown', tradeNo: 'A-2', amountFen: 900 })
  await send({ tradeNo: 'A-3', currency: 'USD' })
  const rows = await world.all(
    `select kind, status, order_no, order_id, amount_fen::int from payment_suspense where trade_no like 'A-%' order by trade_no`,
  )
  expect(rows).toEqual([
    { kind: 'amount', status: 'open', order_no: order.id, order_id: order.id, amount_fen: 700 },
    { kind: 'order', status: 'open', order_no: 'x-unknown', order_id: null, amount_fen: 900 },
  ])
  const after = await balances()
  expect((after.suspense ?? 0) - (before.suspense ?? 0)).toBe(1_600)
  // The query of the worker finds the same payment: it is known.
  provider.instead.set('query', () => ({
    outcome: 'paid',
    tradeNo: 'A-1',
    amountFen: 700,
    currency: 'CNY',
    appId: 'app',
    paidAt: new Date(),
  }))
  await app.pool.query(`update payment_due set due_at = now() - interval '1 second' where ref_id = $1`, [
    order.id,
  ])
  const worker = world.work()
  await world.until(async () => provider.calls.includes(`query ${order.id}`), 'it is asked')
  await worker.stop()
  expect((await balances()).suspense).toBe(after.suspense)
  // The right amount of the same number pays the order after all, and suspense is as before.
  provider.instead.clear()
  await world.callback(order.collectionId, { orderNo: order.id, tradeNo: 'A-1' })
  expect(await orderRow(order.id)).toMatchObject({ status: 'paid', trade_no: 'A-1' })
  expect(((await balances()).suspense ?? 0) - (before.suspense ?? 0)).toBe(900)
})

test('a payment in suspense pays one other order of its amount, also of two approvals at once', async () => {
  const before = await balances()
  const wrong = await opened({ price_fen: 800 })
  const payment = await suspended(wrong, 500)
  const target = await opened({ price_fen: 500, stock: 1 })
  const other = await opened({ price_fen: 600 })
  const assign = (targetOrderId: string) => file({ kind: 'assign', suspenseId: payment.id, targetOrderId })
  expect((await assign(other.id)).body.data.fields).toEqual({ targetOrderId: '订单金额与款项不同' })
  expect((await assign('1')).body.data.fields).toEqual({ targetOrderId: '订单不存在' })
  const { id } = (await assign(target.id)).body.data
  expect((await file({ kind: 'writeOff', suspenseId: payment.id })).body.code).toBe('4090')
  const both = await Promise.all([approve(id), approve(id), approve(id)])
  expect(both.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(await orderRow(target.id)).toMatchObject({ status: 'paid', paid_fen: 500 })
  expect((await filer('GET', `/payConfig/suspense/${payment.id}`)).body.data).toMatchObject({
    status: 'assigned',
    assignedOrderId: target.id,
    isPending: false,
    orderFen: 800,
  })
  const after = await balances()
  expect((after.suspense ?? 0) - (before.suspense ?? 0)).toBe(0)
  expect((after.productRevenue ?? 0) - (before.productRevenue ?? 0)).toBe(500)
  expect((await assign(target.id)).body.code).toBe('4090')
})

test('a payment is not assigned to an order that was paid or sold out meanwhile', async () => {
  const target = await opened({ price_fen: 500 })
  const payment = await suspended(target, 499)
  const more = await opened({ price_fen: 499 })
  const { id } = (await file({ kind: 'assign', suspenseId: payment.id, targetOrderId: more.id })).body.data
  await world.callback(more.collectionId, { orderNo: more.id, tradeNo: `P${more.id}`, amountFen: 499 })
  const late = await approve(id)
  expect([late.body.code, late.body.data.fields]).toEqual(['4000', { targetOrderId: '该订单已支付' }])
  expect(await statusOf(payment.id)).toBe('open')
})

test('a payment in suspense goes back through its provider, by hand, or is written off; each once', async () => {
  const before = await balances()
  const order = await opened({ price_fen: 300 })
  const [back, hand, off] = [
    await suspended(order, 101),
    await suspended(order, 102),
    await suspended(order, 103),
  ]
  const done = async (body: object) => {
    const { id } = (await file(body)).body.data
    expect((await approve(id)).body.code).toBe('0000')
  }
  await done({ kind: 'payBack', suspenseId: back.id })
  await done({ kind: 'byHand', suspenseId: hand.id, reference: 'BANK-9' })
  await done({ kind: 'writeOff', suspenseId: off.id })
  const worker = world.work()
  await world.until(async () => (await statusOf(back.id)) === 'paidBack', 'it is paid back')
  await worker.stop()
  expect([await statusOf(hand.id), await statusOf(off.id)]).toEqual(['paidBack', 'writtenOff'])
  const after = await balances()
  const moved = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0)
  expect([moved('suspense'), moved('bank'), moved('adjustment'), moved('receivable')]).toEqual([
    ...[0, 102, 103, -205],
  ])
  for (const { id } of [back, hand, off])
    expect((await file({ kind: 'writeOff', suspenseId: id })).body.code).toBe('4090')
})

test('a second payment whose refund is refused waits for a person, who asks again or pays by hand', async () => {
  const { id, collectionId } = await paid()
  provider.instead.set('refund', () => ({ outcome: 'refused', code: 'NO', message: '' }))
  await world.callback(collectionId, { orderNo: id, tradeNo: `X${id}` })
  const found = () =>
    world.one<{ id: string; status: string; refund_id: string }>(
      'select id, status, refund_id from payment_suspense where trade_no = $1',
      `X${id}`,
    )
  expect((await found()).status).toBe('backing')
  const worker = world.work()
  await world.until(async () => (await found()).status === 'open', 'it is refused')
  const { id: suspenseId, refund_id: refundId } = await found()
  const other = await file({ kind: 'byHand', refundId, reference: 'B' })
  expect([other.body.code, saidBy(other)]).toEqual(['4090', expect.stringContaining('待处理款')])
  provider.instead.clear()
  const { id: resolution } = (await file({ kind: 'payBack', suspenseId })).body.data
  expect((await filer('POST', `/payConfig/order/refund/${refundId}/again`)).body.code).toBe('4090')
  expect((await approve(resolution)).body.code).toBe('0000')
  await world.until(async () => (await found()).status === 'paidBack', 'it is paid back')
  await worker.stop()
  expect(provider.calls.filter((call) => call === `refund ${id}`).length).toBeGreaterThan(1)
})

test('with the data scope `own`, nobody sees or decides on payments of other channels or of none', async () => {
  const order = await opened({ price_fen: 300 })
  const payment = await suspended(order, 77)
  const stray = await suspended({ ...order, id: 'nobody-2' }, 78)
  const own = await app.as('resolution:create', 'resolution:page', 'suspense:page')
  await app.pool.query(
    `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  for (const { id } of [payment, stray]) {
    expect((await own('GET', `/payConfig/suspense/${id}`)).body.code).toBe('4040')
    expect((await file({ kind: 'writeOff', suspenseId: id }, own)).body.code).toBe('4040')
  }
  expect((await own('POST', '/payConfig/suspense/page', {})).body.data.total).toBe(0)
})

test.each([
  [{ kind: 'byHand', suspenseId: '1' }, 'reference'],
  [{ kind: 'assign', suspenseId: '1' }, 'targetOrderId'],
  [{ kind: 'writeOff', refundId: '1' }, 'kind'],
  [{ kind: 'writeOff' }, 'suspenseId'],
  [{ kind: 'payBack', suspenseId: '1', reference: 'x' }, 'reference'],
  [{ kind: 'payBack', suspenseId: '1', reason: ' ' }, 'reason'],
])('a resolution %j is refused at %s', async (body, field) => {
  const answer = await file(body)
  expect([answer.body.code, Object.keys(answer.body.data.fields)]).toEqual(['4000', [field]])
})

test('what a person must look after is told once to those who hold the point', async () => {
  await tellPayments(app.db)
  const watcher = await app.as('resolution:create', 'order:notify', 'collection:update')
  const titles = async () =>
    (
      await world.all<{ title: [string, string] }>(
        `select title from message where admin_id = $1 and kind = 'todo' order by id`,
        watcher.adminId,
      )
    )
      .map(({ title }) => title[1])
      .toSorted()
  const { id, collectionId } = await refused()
  await suspended({ id, collectionId }, 7)
  await app.pool.query(
    `insert into payment_notice (order_id, channel_id, event, status) values ($1, $2, 'closed', 'givenUp')`,
    [id, world.channel.id],
  )
  await app.pool.query(`insert into collection_breaker values ($1, 3, now() + interval '1 minute')`, [
    collectionId,
  ])
  expect(await tellPayments(app.db)).toBe(4)
  const all = [
    ...['A collection channel is paused', 'Notices were given up'],
    ...['Payments in suspense', 'Refunds were refused'],
  ]
  expect(await titles()).toEqual(all)
  expect(await tellPayments(app.db)).toBe(0)
  expect(await titles()).toEqual(all)
})
