import { hash } from 'node:crypto'
import { orderNotice } from '@kabao/contract/intake/order-notice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trialBalance } from '#ledger/trial-balance'
import { startApp } from '#test/harness'
import { type PayWorld, payWorld, testProvider } from '#test/pay-world'
import { callbackAddressOf, findCallbackPlace } from './callback-address.ts'
import { findCallbacks } from './kept-callbacks.ts'

const provider = testProvider()
const app = startApp({ providerOf: provider.open })
let world: PayWorld
beforeAll(async () => {
  world = await payWorld(app, provider)
})
afterAll(() => world.stop())
beforeEach(async () => {
  provider.instead.clear()
  await app.pool.query(`update collection set status = 'disabled'`)
  await app.pool.query('delete from collection_breaker')
})

const statusOf = async (id: string) =>
  (await world.one<{ status: string }>('select status from payment_order where id = $1', id)).status
const orderRow = (id: string) =>
  world.one<Record<string, unknown>>(
    'select status, reason, paid_fen, refunded_fen, refunding_fen, trade_no, has_stock, collection_id from payment_order where id = $1',
    id,
  )
const transfersOf = (id: string) =>
  world.all<{ kind: string; amount_fen: string }>(
    `select kind, amount_fen from transfer where (ref_kind = 'order' and ref_id = $1) or (ref_kind = 'orderExtra'
       and ref_id like $1 || ':%') or (ref_kind = 'orderRefund' and ref_id in (select id::text from payment_refund where order_id = $1::bigint))
     order by id`,
    id,
  )
const kinds = async (id: string) =>
  (await transfersOf(id)).map(({ kind, amount_fen }) => `${kind} ${amount_fen}`)
/** An order with its way to pay. */
async function opened(fields: Record<string, unknown> = {}) {
  await app.pool.query(`update collection set status = 'disabled'`)
  const collectionId = await world.collection({ fee_bp: 60 })
  const productId = await world.product(fields)
  const { id, data } = await world.order({ productId })
  return { id, collectionId, productId, orderNo: data.orderNo }
}
/** An order that was paid. */
async function paid(fields?: Record<string, unknown>) {
  const order = await opened(fields)
  expect(
    (await world.callback(order.collectionId, { orderNo: order.id, tradeNo: `T${order.id}` })).body,
  ).toBe('success')
  return order
}

test('the number of the channel decides: the same order again, and no other under its number', async () => {
  await world.collection()
  const [productId, other] = [await world.product(), await world.product()]
  const userId = await world.user()
  const orderNo = 'C-same-1'
  const all = await Promise.all(Array.from({ length: 8 }, () => world.order({ productId, userId, orderNo })))
  expect(new Set(all.map(({ code }) => code))).toEqual(new Set(['0000']))
  expect(new Set(all.map(({ data }) => data.payUrl)).size).toBe(1)
  expect(all[0]?.data).toMatchObject({ status: 'created', payUrl: `https://pay.example.com/${all[0]?.id}` })
  const asked = provider.calls.filter((call) => call === `create ${all[0]?.id}`)
  expect(asked).toHaveLength(1)
  expect((await world.order({ productId: other, userId, orderNo })).code).toBe('4090')
  const { taken } = await world.one<{ taken: number }>(
    'select taken from product_sale where product_id = $1',
    productId,
  )
  expect(taken).toBe(1)
})

test('an order is refused for a user of another channel, a product that is not sold, and a free one needs no payment', async () => {
  await world.collection()
  const productId = await world.product()
  const stranger = await world.one<{ id: string }>(
    `insert into "user" (phone, flow) values ('13800009999', 'full') returning id`,
  )
  expect((await world.order({ productId, userId: stranger.id })).code).toBe('4040')
  expect((await world.order({ productId: await world.product({ status: 'offSale' }) })).code).toBe('4000')
  const free = await world.order({ productId: await world.product({ price_fen: 0 }) })
  expect(free.data).toMatchObject({ status: 'paid', payUrl: null })
  expect(await kinds(free.id)).toEqual([])
})

test('of many orders at once no more get a product than its stock, nor a user more than allowed', async () => {
  await world.collection()
  const scarce = await world.product({ stock: 5 })
  const many = await Promise.all(Array.from({ length: 20 }, () => world.order({ productId: scarce })))
  expect(many.filter(({ code }) => code === '0000')).toHaveLength(5)
  expect(many.filter(({ code }) => code === '4090')).toHaveLength(15)
  const limited = await world.product({ per_user_limit: 2 })
  const userId = await world.user()
  const own = await Promise.all(Array.from({ length: 8 }, () => world.order({ productId: limited, userId })))
  expect(own.filter(({ code }) => code === '0000')).toHaveLength(2)
})

test('200 orders at once never pass the daily limit by one fen', async () => {
  await app.set('open.callsPerSecond', 10_000)
  const small = await world.collection({ daily_limit_fen: 50_000, weight: 1000 })
  const rest = await world.collection({ weight: 1 })
  const productId = await world.product({ price_fen: 999 })
  const orders = await Promise.all(Array.from({ length: 200 }, () => world.order({ productId })))
  expect(new Set(orders.map(({ data }) => data.status))).toEqual(new Set(['created']))
  const rows = await world.all<{ collection_id: string; ordered: string; sum: string }>(
    `select d.collection_id, d.ordered_fen as ordered, sum(o.amount_fen) as sum from collection_day d
     join payment_order o on o.collection_id = d.collection_id and o.limit_day = d.day
     where d.collection_id = any($1) group by 1, 2`,
    [small, rest],
  )
  const of = (id: string) => Number(rows.find((row) => row.collection_id === id)?.sum ?? 0)
  expect(of(small)).toBe(Math.floor(50_000 / 999) * 999)
  expect(of(small) + of(rest)).toBe(200 * 999)
  for (const row of rows) expect(row.ordered).toBe(row.sum)
  const { why_not } = await world.one<{ why_not: unknown }>(
    `select why_not from payment_attempt where kind = 'route' and collection_id = $1 and why_not::text like '%dailyLimit%' limit 1`,
    rest,
  )
  expect(why_not).toContainEqual([small, 'dailyLimit'])
})

test('100 callbacks at once, right and wrong, end in one payment; each wrong one is kept with its reason', async () => {
  const { id, collectionId } = await opened()
  const other = await opened()
  const right = { orderNo: id, tradeNo: `T${id}` }
  const sent = Array.from({ length: 100 }, (_, nth) => {
    switch (nth % 10) {
      case 1:
        return world.callback(collectionId, { ...right, amountFen: 999 })
      case 3:
        return world.callback(collectionId, { ...right, appId: 'another' })
      case 5:
        return world.callback(collectionId, { ...right, orderNo: other.id })
      case 7:
        return world.callback(collectionId, right, 'signed by nobody')
      case 9:
        return world.callback(collectionId, { ...right, currency: 'USD' })
      default:
        return world.callback(collectionId, right)
    }
  })
  const answers = await Promise.all(sent)
  expect(answers.filter(({ body }) => body === 'success')).toHaveLength(50)
  expect(await orderRow(id)).toMatchObject({ status: 'paid', paid_fen: 1_000, trade_no: right.tradeNo })
  expect(await statusOf(other.id)).toBe('created')
  expect(await kinds(id)).toEqual(['payment 1000', 'paymentFee 6'])
  const kept = await world.all(
    `select verdict, reason, count(*)::int as n from payment_callback where collection_id = $1 group by 1, 2 order by 1, 2`,
    collectionId,
  )
  expect(kept).toEqual([
    { verdict: 'believed', reason: null, n: 1 },
    { verdict: 'repeated', reason: null, n: 49 },
    { verdict: 'wrong', reason: 'amount', n: 10 },
    { verdict: 'wrong', reason: 'application', n: 10 },
    { verdict: 'wrong', reason: 'currency', n: 10 },
    { verdict: 'wrong', reason: 'order', n: 10 },
    { verdict: 'wrong', reason: 'signature', n: 10 },
  ])
  expect((await trialBalance(app.db)).totalFen).toBe(0)
})

test('of callbacks that nobody signed, the beginning, the hash and so many a day are kept', async () => {
  const { collectionId } = await opened()
  const post = async (url: string, payload: string, remoteAddress: string) =>
    (await app.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
  const path = (await callbackAddressOf(app.db, collectionId))?.path ?? ''
  const junk = JSON.stringify({ signature: 'x'.repeat(60_000), notice: {} })
  const kept = () =>
    world.one<{ n: number; bytes: number; hash: Buffer }>(
      `select count(*)::int as n, max(octet_length(body_sealed)) as bytes, (array_agg(body_hash))[1] as hash from payment_callback
       where collection_id = $1`,
      collectionId,
    )
  // One network is refused unread after some; it is the same network in the form of IPv6 addresses of one subscriber.
  const answers = []
  for (let nth = 0; nth < 40; nth++)
    answers.push(await post(path, junk, nth % 2 ? '2001:db8:1:2::1' : `2001:db8:1:2:${nth}::9`))
  expect(answers.filter((status) => status === 429)).toHaveLength(10)
  const first = await kept()
  expect(first).toMatchObject({ n: 30, hash: hash('sha256', junk, 'buffer') })
  expect(first.bytes).toBeLessThan(1_200)
  // Others are still heard, and so is the provider.
  expect(await post(path, junk, '198.51.100.7')).not.toBe(429)
  await app.pool.query(
    `insert into payment_callback (collection_id, verdict, reason, ip) select $1, 'wrong', 'form', '' from generate_series(1, 969)`,
    [collectionId],
  )
  await post(path, junk, '198.51.100.8')
  expect((await kept()).n).toBe(1_000)
})

test('callbacks arrive at an address that cannot be guessed; that with the id ends once the other one is used', async () => {
  const { id, collectionId } = await opened()
  const byId = async () => findCallbackPlace(app.db, collectionId)
  expect(await byId()).toBeNull()
  expect(provider.orders.get(id)?.order.notifyUrl).toMatch(/\/open\/pay\/callback\/[0-9a-f]{32}$/)
  // As it is for a collection channel that is older than the random addresses.
  await app.pool.query(`update collection set by_id_until = 'infinity' where id = $1`, [collectionId])
  expect(await byId()).toEqual({ collectionId, isById: true })
  await world.callback(collectionId, { orderNo: id, tradeNo: `T${id}` }, 'signed by nobody')
  expect(await byId()).not.toBeNull()
  const { rows } = await app.pool.query('select by_id_until from collection where id = $1', [collectionId])
  await world.callback(collectionId, { orderNo: id, tradeNo: `T${id}` })
  const ends = await world.one<{ days: number }>(
    `select extract(day from by_id_until - now())::int as days from collection where id = $1`,
    collectionId,
  )
  expect(rows[0].by_id_until).toBe('infinity')
  expect(ends.days).toBe(6)
  await app.pool.query('update collection set by_id_until = now() where id = $1', [collectionId])
  expect(await byId()).toBeNull()
})

test('of a callback that is not UTF-8, every byte is kept', async () => {
  const { collectionId } = await opened()
  // 卡 in GBK.
  const bytes = Buffer.concat([Buffer.from('{"subject":"'), Buffer.from('bfa8', 'hex'), Buffer.from('"}')])
  await app.app.inject({
    method: 'POST',
    url: (await callbackAddressOf(app.db, collectionId))?.path ?? '',
    headers: { 'content-type': 'application/json; charset=GBK' },
    payload: bytes,
  })
  const [kept] = await findCallbacks(app.db, app.vault, { wrongOf: collectionId })
  expect(Buffer.from(kept?.body ?? '', 'latin1')).toEqual(bytes)
})

test('a trade number that paid another order is wrong, and changes nothing', async () => {
  const { id, collectionId } = await paid()
  const second = await world.order({ productId: await world.product() })
  await app.pool.query('update payment_order set collection_id = $2 where id = $1', [second.id, collectionId])
  expect((await world.callback(collectionId, { orderNo: second.id, tradeNo: `T${id}` })).body).toBe('fail')
  expect(await statusOf(second.id)).toBe('created')
})

test('a second payment goes to suspense and is paid back', async () => {
  const { id, collectionId } = await paid()
  const both = [`X${id}`, `X${id}`, `Y${id}`].map((tradeNo) =>
    world.callback(collectionId, { orderNo: id, tradeNo }),
  )
  await Promise.all(both)
  const worker = world.work()
  await world.until(
    async () => (await kinds(id)).filter((kind) => kind.startsWith('suspenseBack')).length === 2,
    'both go back',
  )
  await worker.stop()
  expect(await orderRow(id)).toMatchObject({ status: 'paid', paid_fen: 1_000, refunded_fen: 0 })
  const { kinds: balances, totalFen } = await trialBalance(app.db)
  expect([balances.suspense, totalFen]).toEqual([0, 0])
  const back = [...provider.refunds.values()].filter(({ refund }) => refund.orderNo === id)
  expect(back.map(({ refund }) => refund.tradeNo).sort()).toEqual([`X${id}`, `Y${id}`])
})

/** Lets the time of an order be over, and waits until it is closed. */
async function close(id: string) {
  await app.pool.query(`update payment_order set closes_at = now() where id = $1`, [id])
  await app.pool.query(
    `update payment_due set due_at = now() - interval '1 second' where kind = 'order' and ref_id = $1`,
    [id],
  )
  const worker = world.work()
  await world.until(async () => (await statusOf(id)) === 'closed', 'it closes')
  await worker.stop()
}
async function closed(fields?: Record<string, unknown>) {
  const order = await opened(fields)
  await close(order.id)
  return order
}
/** A link for a product whose price is that of an order. */
const addLink = (productId: string) =>
  app.pool.query(
    `with batch as (insert into pool_batch (import_id, file_name) values ($1, 'a.csv') returning id)
     insert into pool_link (url, product_id, amount_fen, batch_id)
     select 'https://pay.example.com/link/' || $1, $1, 1000, id from batch`,
    [productId],
  )

test('an order is closed at its provider first, and gives back what it took', async () => {
  const { id, productId, collectionId } = await closed({ stock: 1 })
  expect(provider.orders.get(id)?.state).toBe('closed')
  expect(await orderRow(id)).toMatchObject({ reason: 'expired', has_stock: false })
  const left = await world.one(
    `select (select taken from product_sale where product_id = $1) as taken,
       (select ordered_fen from collection_day where collection_id = $2)::int as ordered`,
    ...[productId, collectionId],
  )
  expect(left).toEqual({ taken: 0, ordered: 0 })
})

test('an order whose provider does not say how it stands is not closed', async () => {
  const { id } = await opened()
  provider.instead.set('query', () => ({ outcome: 'unknown', why: 'timeout' }))
  await app.pool.query(`update payment_order set closes_at = now() where id = $1`, [id])
  await app.pool.query(
    `update payment_due set due_at = now() - interval '1 second' where kind = 'order' and ref_id = $1`,
    [id],
  )
  const worker = world.work()
  const asked = () => provider.calls.filter((call) => call === `query ${id}`).length
  await world.until(async () => asked() > 0, 'it is asked')
  await world.until(
    async () =>
      (
        await world.one<{ n: number }>(
          `select done as n from payment_due where kind = 'order' and ref_id = $1`,
          id,
        )
      ).n > 0,
    'it is due again',
  )
  expect(await statusOf(id)).toBe('created')
  // It was paid all the time.
  provider.instead.clear()
  provider.pay(id, `T${id}`)
  await world.hurry()
  await world.until(async () => (await statusOf(id)) === 'paid', 'the payment is found')
  await worker.stop()
  expect(await kinds(id)).toEqual(['payment 1000', 'paymentFee 6'])
})

test('a payment of a closed order opens it again while its stock is there, and goes back otherwise', async () => {
  const again = await closed({ stock: 1 })
  await world.callback(again.collectionId, { orderNo: again.id, tradeNo: `T${again.id}` })
  expect(await orderRow(again.id)).toMatchObject({ status: 'paid', has_stock: true, reason: null })

  const gone = await closed({ stock: 1 })
  await world.order({ productId: gone.productId })
  await world.callback(gone.collectionId, { orderNo: gone.id, tradeNo: `T${gone.id}` })
  expect(await statusOf(gone.id)).toBe('closed')
  expect(await kinds(gone.id)).toEqual(['suspense 1000'])

  await app.set('payment.reopenLate', false)
  const never = await closed()
  await world.callback(never.collectionId, { orderNo: never.id, tradeNo: `T${never.id}` })
  await app.set('payment.reopenLate', null)
  expect(await statusOf(never.id)).toBe('closed')
  const worker = world.work()
  for (const { id } of [gone, never])
    await world.until(async () => (await kinds(id)).includes('suspenseBack 1000'), 'it goes back')
  await worker.stop()
  const { totalFen, kinds: balances } = await trialBalance(app.db)
  expect([totalFen, balances.suspense]).toEqual([0, 0])
})

test('an order of the pool that a late payment opens again has its link again', async () => {
  const collectionId = await world.collection({ provider: 'pool' })
  const productId = await world.product()
  await addLink(productId)
  const { id } = await world.order({ productId })
  const linkOf = () =>
    world.one(
      `select l.status, o.pool_link_id = l.id as is_of_order from pool_link l, payment_order o
       where l.product_id = $1 and o.id = $2`,
      ...[productId, id],
    )
  expect(await linkOf()).toEqual({ status: 'assigned', is_of_order: true })
  await close(id)
  expect(await linkOf()).toEqual({ status: 'idle', is_of_order: null })
  expect((await world.callback(collectionId, { orderNo: id, tradeNo: `T${id}` })).body).toBe('success')
  expect(await statusOf(id)).toBe('paid')
  expect(await linkOf()).toEqual({ status: 'used', is_of_order: true })
})

test('a channel that refuses or does not answer is left out, the next one is asked, and a breaker opens', async () => {
  const broken = await world.collection({ weight: 1000 })
  const good = await world.collection({ weight: 1 })
  provider.instead.set(`create collection:${broken}`, () => ({ outcome: 'unknown', why: 'timeout' }))
  const productId = await world.product()
  for (let nth = 0; nth < 12; nth++)
    expect((await world.order({ productId })).data).toMatchObject({ status: 'created' })
  const tries = await world.one<{ n: number }>(
    `select count(*)::int as n from payment_attempt where kind = 'create' and collection_id = $1`,
    broken,
  )
  expect(tries.n).toBe(3)
  const last = await world.one<{ why_not: unknown }>(
    `select why_not from payment_attempt where kind = 'route' and collection_id = $1 order by id desc limit 1`,
    good,
  )
  expect(last.why_not).toContainEqual([broken, 'breaker'])
  // Nobody takes an order: it fails only if every refusal is sure.
  await app.pool.query(`update collection set status = 'disabled' where id = $1`, [good])
  await app.pool.query('delete from collection_breaker')
  expect((await world.order({ productId })).data).toMatchObject({ status: 'created', payUrl: null })
  provider.instead.set(`create collection:${broken}`, () => ({ outcome: 'refused', code: 'NO', message: '' }))
  expect((await world.order({ productId })).data).toMatchObject({ status: 'failed', payUrl: null })
})

/** An order that a channel did not answer, which then went to another one, and is paid at the first. */
async function paidElsewhere(other: Record<string, unknown>) {
  const silent = await world.collection({ weight: 1000, daily_limit_fen: 100_000 })
  const productId = await world.product()
  const second = await world.collection({ weight: 1, ...other })
  if (other.provider === 'pool') await addLink(productId)
  provider.instead.set(`create collection:${silent}`, () => ({ outcome: 'unknown', why: 'timeout' }))
  const { id, data } = await world.order({ productId })
  expect(data.status).toBe('created')
  expect(await orderRow(id)).toMatchObject({ collection_id: second })
  const { body } = await world.callback(silent, { orderNo: id, tradeNo: `T${id}` })
  expect(body).toBe('success')
  expect(await orderRow(id)).toMatchObject({ status: 'paid', collection_id: silent })
  return { id, silent, second, productId }
}

test('an order that is paid at another channel than it has counts towards the limit of that channel alone', async () => {
  const { silent, second } = await paidElsewhere({})
  const rows = await world.all(
    `select d.collection_id, d.ordered_fen::int as ordered, (select coalesce(sum(o.amount_fen), 0)::int from payment_order o
       where o.collection_id = d.collection_id and o.limit_day = d.day) as orders
     from collection_day d where d.collection_id = any($1) order by 1`,
    [silent, second],
  )
  expect(rows).toEqual([
    { collection_id: silent, ordered: 1_000, orders: 1_000 },
    { collection_id: second, ordered: 0, orders: 0 },
  ])
})

test('an order that is paid at another channel than it has gives its link back', async () => {
  const { id, productId } = await paidElsewhere({ provider: 'pool' })
  const links = await world.all(
    `select l.status, a.order_id, a.ended_at is null as is_held from pool_link l left join pool_assignment a on a.link_id = l.id
     where l.product_id = $1`,
    productId,
  )
  expect(links).toEqual([{ status: 'idle', order_id: id, is_held: false }])
})

test('refunds at once never pass what was paid, and the last one ends the order', async () => {
  const { id } = await paid()
  const request = await app.as('order:refund')
  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      request('POST', `/payConfig/order/${id}/refund`, { amountFen: 300, reason: '退货' }),
    ),
  )
  expect(all.filter(({ body }) => body.code === '0000')).toHaveLength(3)
  expect(await orderRow(id)).toMatchObject({ status: 'refunding', refunding_fen: 900, refunded_fen: 0 })
  const worker = world.work()
  await world.until(async () => (await orderRow(id)).refunded_fen === 900, 'three are refunded')
  expect(await statusOf(id)).toBe('paid')
  await request('POST', `/payConfig/order/${id}/refund`, { amountFen: 100, reason: '退货' })
  await world.until(async () => (await statusOf(id)) === 'refunded', 'all is refunded')
  await worker.stop()
  expect((await kinds(id)).filter((kind) => kind.startsWith('paymentRefund'))).toHaveLength(4)
})

test('a refund whose answer is lost is asked for under the same number and booked once', async () => {
  const { id } = await paid()
  const request = await app.as('order:refund')
  let lost = 0
  provider.instead.set('refund', () => {
    lost++
    const [number] = provider.calls.slice(-1)
    expect(number).toBe(`refund ${id}`)
    return { outcome: 'unknown', why: 'timeout' }
  })
  await request('POST', `/payConfig/order/${id}/refund`, { amountFen: 400, reason: '退货' })
  const worker = world.work()
  await world.until(async () => lost > 0, 'the answer is lost')
  provider.instead.clear()
  await world.until(async () => {
    await world.hurry()
    return (await orderRow(id)).refunded_fen === 400
  }, 'it is refunded')
  await worker.stop()
  expect(await kinds(id)).toEqual(['payment 1000', 'paymentFee 6', 'paymentRefund 400'])
  const numbers = [...provider.refunds.values()].filter(({ refund }) => refund.orderNo === id)
  expect(numbers).toHaveLength(1)
})

test('a refund that the provider refuses gives its amount back, and is asked again under its number', async () => {
  const { id } = await paid()
  const request = await app.as('order:refund', 'order:page')
  provider.instead.set('refund', () => ({ outcome: 'refused', code: 'NO_BALANCE', message: 'empty' }))
  await request('POST', `/payConfig/order/${id}/refund`, { amountFen: 1_000, reason: '退货' })
  const worker = world.work()
  await world.until(async () => (await statusOf(id)) === 'paid', 'it is refused')
  const refused = await world.one<{ id: string; status: string; message: string; refund_no: string }>(
    'select * from payment_refund where order_id = $1',
    id,
  )
  expect(refused).toMatchObject({ status: 'refused', message: 'NO_BALANCE empty' })
  provider.instead.clear()
  expect((await request('POST', `/payConfig/order/refund/${refused.id}/again`)).body.code).toBe('0000')
  await world.until(async () => (await statusOf(id)) === 'refunded', 'it is refunded')
  await worker.stop()
  expect([...provider.refunds.keys()]).toContain(refused.refund_no)
})

test('a refund at a provider that cannot pay back is refused, and gives its amount back', async () => {
  const { id } = await paid()
  const request = await app.as('order:refund')
  provider.canRefund = false
  await request('POST', `/payConfig/order/${id}/refund`, { amountFen: 1_000, reason: '退货' })
  const worker = world.work()
  await world.until(async () => (await statusOf(id)) === 'paid', 'it is refused')
  await worker.stop()
  provider.canRefund = true
  const [refund] = await world.all(
    'select status, message, calls from payment_refund where order_id = $1',
    id,
  )
  expect(refund).toEqual({ status: 'refused', message: 'cannot', calls: 0 })
  expect(await orderRow(id)).toMatchObject({ refunding_fen: 0, refunded_fen: 0 })
})

test('the channel is told, signed with its key, again until it answers, and once more if a person asks', async () => {
  const { id, orderNo } = await paid()
  world.answers.set(orderNo, [500, 503])
  const own = () => world.notices.filter(({ body }) => body.orderNo === orderNo && body.event === 'paid')
  const worker = world.work()
  await world.until(async () => own().length === 1, 'it is told')
  expect(orderNotice.strict().safeParse(own()[0]?.body).error).toBeUndefined()
  const due = () =>
    world.one<{ s: number } | undefined>(
      `select extract(epoch from q.due_at - now())::int as s from delivery_due q
         join payment_notice n on n.delivery_id = q.delivery_id join delivery d on d.id = q.delivery_id
       where n.order_id = $1 and d.round = 1`,
      id,
    )
  await world.until(async () => (await due()) !== undefined, 'it waits')
  expect((await due())?.s).toBeGreaterThan(10)
  await world.hurry()
  await world.until(async () => own().length === 2, 'again')
  await world.until(async () => {
    await world.hurry()
    return own().length === 3
  }, 'and again')
  const notice = await world.one<{ id: string; status: string; tries: { said: number }[] }>(
    `select n.* from payment_notice n where order_id = $1`,
    id,
  )
  await world.until(
    async () =>
      (await world.one<{ status: string }>('select status from payment_notice where id = $1', notice.id))
        .status === 'taken',
    'it is taken',
  )
  const sent = own()[2]
  expect(sent?.headers['x-channel']).toBe(world.channel.key)
  const { verifySignature } = await import('#partners/signature/verify')
  const verified = verifySignature(
    {
      method: 'POST',
      target: '/pay?from=kabao',
      body: Buffer.from(sent?.raw ?? ''),
      timestamp: String(sent?.headers['x-timestamp']),
      nonce: String(sent?.headers['x-nonce']),
      signature: String(sent?.headers['x-signature']),
    },
    [{ id: '1', value: world.channel.secret, expiresAt: null, lastUsedAt: null }],
    Date.now(),
  )
  expect(verified).not.toHaveProperty('fault')
  const request = await app.as('order:notify')
  expect((await request('POST', `/payConfig/order/notice/${notice.id}/send`)).body.code).toBe('0000')
  await world.until(async () => own().length === 4, 'once more')
  await worker.stop()
})

test('what a channel gets is the same to the byte as before deliveries', async () => {
  const { id, orderNo, productId } = await paid()
  const worker = world.work()
  const got = () => world.notices.find(({ body }) => body.orderNo === orderNo)
  await world.until(async () => got() !== undefined, 'it is told')
  await worker.stop()
  const {
    id: noticeId,
    userId,
    at,
  } = await world.one<{ id: string; userId: string; at: string }>(
    `select n.id, o.user_id as "userId", to_char(o.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from payment_notice n join payment_order o on o.id = n.order_id where o.id = $1`,
    id,
  )
  expect(got()?.raw).toBe(
    `{"noticeId":"${noticeId}","event":"paid","orderNo":"${orderNo}","status":"paid","amountFen":1000,"productId":"${productId}",` +
      `"userId":"${userId}","paidAt":"${at}","refundedFen":0}`,
  )
  expect(Object.keys(got()?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([
    ...['x-channel', 'x-timestamp', 'x-nonce', 'x-signature'],
  ])
})

test('a notice of an older instance goes on as a delivery under its number, unless that instance is sending it', async () => {
  /** As an older instance adds it, and has tried it twice. */
  const older = async (claimedFor: string) => {
    const { id, orderNo } = await paid()
    const { id: noticeId } = await world.one<{ id: string }>(
      `update payment_notice set delivery_id = null, round = 2, tries = '[{"at":"2026-01-01T00:00:00.000Z","said":500,"ms":3}]'
       where order_id = $1 returning id`,
      id,
    )
    await app.pool.query(
      `delete from delivery_due where delivery_id in (select id from delivery where event_id = $1)`,
      [noticeId],
    )
    await app.pool.query('delete from delivery where event_id = $1', [noticeId])
    await app.pool.query(
      `insert into payment_due (kind, ref_id, due_at, claims) values ('notice', $1, now() + $2::interval, 3)`,
      [noticeId, claimedFor],
    )
    return { id, orderNo, noticeId }
  }
  const [left, sending] = [await older('0'), await older('1 hour')]
  const arrived = (orderNo: string) => world.notices.filter(({ body }) => body.orderNo === orderNo)
  const worker = world.work()
  await world.until(
    async () =>
      (await world.all(`select from payment_notice where id = $1 and status = 'taken'`, left.noticeId))
        .length > 0,
    'it is taken',
  )
  // Its lease has ended: the older instance is gone.
  expect(arrived(sending.orderNo)).toEqual([])
  await app.pool.query(`update payment_due set due_at = now() where kind = 'notice'`)
  await world.until(async () => arrived(sending.orderNo).length > 0, 'it is taken over')
  await worker.stop()
  for (const { orderNo, noticeId } of [left, sending])
    expect(arrived(orderNo).map(({ body }) => body.noticeId)).toEqual([noticeId])
  expect(await world.all(`select from payment_due where kind = 'notice'`)).toEqual([])
  expect(await world.one('select state, round from delivery where event_id = $1', left.noticeId)).toEqual({
    state: 'sent',
    round: 3,
  })
  const { body } = await (await app.as('order:page'))('GET', `/payConfig/order/${left.id}`)
  expect(body.data.notices[0].tries.map(({ said }: { said: string }) => said)).toEqual(['200', '500'])
})

test('a notice that was taken is sent again under its number, also when its delivery is dropped', async () => {
  const { id, orderNo } = await paid()
  const own = () => world.notices.filter(({ body }) => body.orderNo === orderNo)
  const worker = world.work()
  const taken = () =>
    world.until(
      async () =>
        (await world.all(`select from payment_notice where order_id = $1 and status = 'taken'`, id)).length >
        0,
      'it is taken',
    )
  await taken()
  const { id: noticeId } = await world.one<{ id: string }>(
    'select id from payment_notice where order_id = $1',
    id,
  )
  await app.pool.query('delete from delivery where event_id = $1', [noticeId])
  const request = await app.as('order:notify')
  expect((await request('POST', `/payConfig/order/notice/${noticeId}/send`)).body.code).toBe('0000')
  await taken()
  await worker.stop()
  expect(own().map(({ body }) => body.noticeId)).toEqual([noticeId, noticeId])
})

test('a channel without a key is told once it has one; until then each try says why it cannot be', async () => {
  const { id } = await paid()
  await app.pool.query('update api_key set revoked_at = now() where channel_id = $1', [world.channel.id])
  const worker = world.work()
  const tries = async () =>
    (
      await world.one<{ tries: { said: string }[] }>(
        'select d.tries from delivery d join payment_notice n on n.delivery_id = d.id where n.order_id = $1',
        id,
      )
    ).tries.map(({ said }) => said)
  await world.until(async () => (await tries()).length > 0, 'it is tried')
  expect(await tries()).toEqual(['noKey'])
  await app.pool.query('update api_key set revoked_at = null where channel_id = $1', [world.channel.id])
  await world.hurry()
  await world.until(async () => (await tries()).length === 2, 'it is told')
  expect(await tries()).toEqual(['noKey', '200'])
  await worker.stop()
})
