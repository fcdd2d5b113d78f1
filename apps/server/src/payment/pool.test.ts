import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { assignLink, giveBackLink, type PoolOrder, useLink } from './pool.ts'
import { sumSteps } from './pool-stock.ts'

const app = startApp()
let nextOrder = 1
const newOrder = () => String(nextOrder++)
let collectionId: string
let batchId: string
beforeAll(async () => {
  collectionId = await one(`insert into collection (name, provider) values ('链接池', 'pool')`)
  batchId = await one(`insert into pool_batch (import_id, file_name) values (1, 'a.csv')`)
})

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await app.pool.query(`${text} returning id`, values)).rows[0].id

let named = 0
const newProduct = (stock: number | null = null) =>
  one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, stock)
     values ($1, 'package', 'full', 990, 990, 30, $2)`,
    [`池产品 ${named++}`, stock],
  )

interface Given {
  count?: number
  amountFen?: number
  collectionId?: string | null
  expiresAt?: string | null
}
/** Adds idle links of a product in one statement. */
async function addLinks(productId: string, { count = 1, amountFen = 990, ...given }: Given = {}) {
  named += count
  const { rows } = await app.pool.query(
    `insert into pool_link (url, product_id, collection_id, amount_fen, expires_at, acts_at, batch_id)
     select 'https://pay.example.com/' || $1 || '/' || $2::int + n, $1::bigint, $3::bigint, $4, $5::timestamptz, $5::timestamptz, $6
     from generate_series(1, $7::int) n order by n returning id`,
    [productId, named, given.collectionId ?? null, amountFen, given.expiresAt ?? null, batchId, count],
  )
  return rows.map(({ id }) => id as string)
}

const write = <T>(act: Parameters<ReturnType<typeof app.db.transaction>['execute']>[0]) =>
  app.db.transaction().execute(act) as Promise<T>
const assign = (order: PoolOrder) => app.db.transaction().execute((db) => assignLink(db, order))
const giveBack = (orderId: string) => app.db.transaction().execute((db) => giveBackLink(db, { orderId }))
const use = (orderId: string) => app.db.transaction().execute((db) => useLink(db, { orderId }))
const orderOf = (productId: string, more: Partial<PoolOrder> = {}): PoolOrder => ({
  orderId: newOrder(),
  productId,
  amountFen: 990,
  ...more,
})
const statusOf = async (id: string) =>
  (await app.pool.query('select status from pool_link where id = $1', [id])).rows[0].status
const stockOf = async (productId: string): Promise<number> =>
  (await app.pool.query('select left_of(p) as left from product p where id = $1', [productId])).rows[0].left

test('of 500 orders at once for 100 links, 100 get one each and 400 are told that there is none', async () => {
  const productId = await newProduct(7)
  const links = await addLinks(productId, { count: 100 })
  const orders = Array.from({ length: 500 }, () => orderOf(productId))
  const answers = await Promise.all(orders.map(assign))
  const given = answers.flatMap((answer) => (answer ? [answer.linkId] : []))
  expect(given.toSorted()).toEqual(links.toSorted())
  expect(answers.filter((answer) => answer === null)).toHaveLength(400)
  const { rows } = await app.pool.query(
    `select count(*)::int as rows, count(distinct link_id)::int as links from pool_assignment
     where link_id = any($1) and ended_at is null`,
    [links],
  )
  expect(rows).toEqual([{ rows: 100, links: 100 }])
  expect(await stockOf(productId)).toBe(0)
}, 60_000)

test('an order gets the oldest link of its amount and its collection channel, then one of any channel', async () => {
  const productId = await newProduct()
  const [any] = await addLinks(productId)
  await addLinks(productId, { amountFen: 1_990 })
  await addLinks(productId, { expiresAt: '2020-01-01T00:00:00Z' })
  const own = await addLinks(productId, { count: 2, collectionId })
  const given = async (more: Partial<PoolOrder>) => (await assign(orderOf(productId, more)))?.linkId
  expect([await given({ collectionId }), await given({ collectionId })]).toEqual(own)
  expect([await given({ collectionId }), await given({ collectionId })]).toEqual([any, undefined])
})

test('a link that ends before the order does is not given', async () => {
  const productId = await newProduct()
  const expiresAt = new Date(Date.now() + 600_000)
  const [link] = await addLinks(productId, { expiresAt: expiresAt.toISOString() })
  expect(await assign(orderOf(productId, { now: new Date(expiresAt.getTime() + 1) }))).toBeNull()
  expect((await assign(orderOf(productId, { now: new Date(expiresAt.getTime() - 1) })))?.linkId).toBe(link)
})

test('an order that asks again, or twenty times at once, has one link', async () => {
  const productId = await newProduct()
  await addLinks(productId, { count: 30 })
  const order = orderOf(productId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => assign(order)))
  expect(new Set(answers.map((answer) => answer?.url)).size).toBe(1)
  expect(await assign(order)).toEqual(answers[0])
  expect(await stockOf(productId)).toBe(29)
})

test('an assignment that is rolled back leaves the link idle', async () => {
  const productId = await newProduct()
  const [link] = await addLinks(productId)
  const broken = write(async (db) => {
    await assignLink(db, orderOf(productId))
    throw new Error('the order failed')
  })
  await expect(broken).rejects.toThrow('the order failed')
  expect([await statusOf(link as string), await stockOf(productId)]).toEqual(['idle', 1])
})

test('the link of an unpaid order is given back once, and another order gets it', async () => {
  const productId = await newProduct()
  const [link] = await addLinks(productId)
  const [first, second] = [orderOf(productId), orderOf(productId)]
  await assign(first)
  const answers = await Promise.all(Array.from({ length: 10 }, () => giveBack(first.orderId)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await statusOf(link as string)).toBe('idle')
  expect((await assign(second))?.linkId).toBe(link)
  // The payment of the first order comes now: the link belongs to the second.
  expect([await use(first.orderId), await use(second.orderId)]).toEqual([false, true])
  expect(await use(second.orderId)).toBe(true)
  expect(await giveBack(second.orderId)).toBe(false)
  expect(await statusOf(link as string)).toBe('used')
})

test('a payment after the link was given back takes it again while it is idle', async () => {
  const productId = await newProduct()
  const [link] = await addLinks(productId)
  const late = orderOf(productId)
  await assign(late)
  await giveBack(late.orderId)
  expect(await use(late.orderId)).toBe(true)
  expect([await statusOf(link as string), await assign(orderOf(productId))]).toEqual(['used', null])
})

test('of a late payment and another order at once, one gets the link', async () => {
  for (let round = 0; round < 20; round++) {
    const productId = await newProduct()
    const [link] = await addLinks(productId)
    const [late, other] = [orderOf(productId), orderOf(productId)]
    await assign(late)
    await giveBack(late.orderId)
    const [isUsed, given] = await Promise.all([use(late.orderId), assign(other)])
    expect([isUsed, given === null]).toEqual(isUsed ? [true, true] : [false, false])
    expect(await statusOf(link as string)).toBe(isUsed ? 'used' : 'assigned')
  }
})

test('of a payment and a closing at once, one wins', async () => {
  for (let round = 0; round < 20; round++) {
    const productId = await newProduct()
    const [link] = await addLinks(productId)
    const order = orderOf(productId)
    await assign(order)
    await Promise.all([use(order.orderId), giveBack(order.orderId)])
    // The late payment took it back if the closing was first.
    expect([await statusOf(link as string), await giveBack(order.orderId)]).toEqual(['used', false])
  }
})

test('a link that expired while it was assigned expires when it is given back', async () => {
  const productId = await newProduct()
  const [link] = await addLinks(productId, { expiresAt: new Date(Date.now() + 60_000).toISOString() })
  const order = orderOf(productId)
  await assign(order)
  await app.pool.query(`update pool_link set expires_at = now() - interval '1 second' where id = $1`, [link])
  await giveBack(order.orderId)
  expect([await statusOf(link as string), await use(order.orderId)]).toEqual(['expired', false])
})

test('an order or a payment without a link changes nothing', async () => {
  const orderId = newOrder()
  expect([await giveBack(orderId), await use(orderId)]).toEqual([false, false])
})

test('the stock of a product and the numbers of a batch are exact while they are summed', async () => {
  const productId = await newProduct(50)
  expect(await stockOf(productId)).toBe(50)
  await addLinks(productId, { count: 60 })
  expect(await stockOf(productId)).toBe(60)
  const orders = Array.from({ length: 40 }, () => orderOf(productId))
  let isOver = false
  const summing = (async () => {
    while (!isOver) await sumSteps(app.db)
  })()
  await Promise.all(
    orders.map(async (order, index) => {
      await assign(order)
      if (index % 4 === 0) await giveBack(order.orderId)
      else if (index % 4 === 1) await use(order.orderId)
    }),
  )
  isOver = true
  await summing
  await sumSteps(app.db)
  expect(await stockOf(productId)).toBe(30)
  const { rows } = await app.pool.query('select pool_idle, stock, version from product where id = $1', [
    productId,
  ])
  expect(rows).toEqual([{ pool_idle: 30, stock: null, version: 1 }])
  const counted = await app.pool.query(
    `select b.idle, b.assigned, b.used, b.expired, b.void from pool_batch b where id = $1
     union all select count(*) filter (where status = 'idle')::int, count(*) filter (where status = 'assigned')::int,
       count(*) filter (where status = 'used')::int, count(*) filter (where status = 'expired')::int,
       count(*) filter (where status = 'void')::int from pool_link where batch_id = $1`,
    [batchId],
  )
  expect(counted.rows[0]).toEqual(counted.rows[1])
}, 60_000)
