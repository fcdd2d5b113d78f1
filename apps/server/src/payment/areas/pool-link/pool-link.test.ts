import { beforeAll, expect, test } from 'vitest'
import { datesJob } from '#platform/machines/dates-job'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'
import { assignLink, useLink } from '../../pool.ts'
import { entity } from './machine.ts'
import { watchPool } from './watch-job.ts'

const app = startApp()
const points = ['page', 'import', 'export', 'void'].map((act) => `poolLink:${act}`)
let request: Awaited<ReturnType<typeof app.as>>
let reader: Awaited<ReturnType<typeof app.as>>
let batchId: string
let next = 1

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await app.pool.query(`${text} returning id`, values)).rows[0].id
const newProduct = (status = 'onSale') =>
  one(
    `insert into product (name, kind, flow, face_fen, price_fen, valid_days, status) values ($1, 'package', 'full', 990, 990, 30, $2)`,
    [`产品 ${next++}`, status],
  )
async function addLinks(productId: string, count: number, expiresAt: string | null = null) {
  const { rows } = await app.pool.query(
    `insert into pool_link (url, product_id, amount_fen, expires_at, acts_at, batch_id)
     select 'https://pay.example.com/' || $1 || '/' || $2 || '/' || n, $1::bigint, 990, $3::timestamptz, $3::timestamptz, $4
     from generate_series(1, $5::int) n order by n returning id`,
    [productId, next++, expiresAt, batchId, count],
  )
  return rows.map(({ id }) => id as string)
}
const page = async (filter: object) => (await request('POST', '/payPool/page', filter)).body.data
const assign = (productId: string) => {
  const orderId = String(1_000_000 + next++)
  return app.db
    .transaction()
    .execute(async (db) => ({ orderId, link: await assignLink(db, { orderId, productId, amountFen: 990 }) }))
}

beforeAll(async () => {
  request = await app.as(...points)
  reader = await app.as('poolLink:page')
  batchId = await one(`insert into pool_batch (import_id, file_name) values (1, 'a.csv')`)
})

test('a link with its order is on the page, found by each filter, and tells which orders had it', async () => {
  const productId = await newProduct()
  const [id] = await addLinks(productId, 2, '2099-01-01T00:00:00Z')
  const { orderId } = await assign(productId)
  const { records, total } = await page({ productId, status: 'assigned' })
  expect([total, records]).toMatchObject([
    1,
    [{ id, orderId, status: 'assigned', amountFen: 990, batchId, fileName: 'a.csv' }],
  ])
  const found = async (filter: object) => (await page(filter)).records.map((row: { id: string }) => row.id)
  for (const filter of [
    { id },
    { orderId },
    { url: records[0].url.replace('https://pay.example', 'https://PAY.example') },
    { productId, status: 'assigned', batchId, amountFrom: 990, amountTo: 990 },
    { productId, status: 'assigned', expiresFrom: '2098-12-31T00:00:00Z', expiresTo: '2099-01-02T00:00:00Z' },
    { productId, status: 'assigned', createdFrom: '2020-01-01T00:00:00Z', sort: 'expiresAt' },
  ])
    expect(await found(filter), JSON.stringify(filter)).toEqual([id])
  for (const filter of [
    { orderId: '99' },
    { productId, amountFrom: 991 },
    { productId, expiresFrom: '2099-01-02T00:00:00Z' },
  ])
    expect(await found(filter), JSON.stringify(filter)).toEqual([])
  await app.db.transaction().execute((db) => useLink(db, { orderId }))
  const { data } = (await request('GET', `/payPool/${id}`)).body
  expect(data).toMatchObject({ status: 'used', orders: [{ orderId, endedAt: null }] })
})

test('all idle links of a batch can be voided, and no order gets one; assigned links stay', async () => {
  const productId = await newProduct()
  await addLinks(productId, 30)
  const { orderId } = await assign(productId)
  const filter = { productId }
  const { count, others, mark } = (await request('POST', '/payPool/batch/void/count', { filter })).body.data
  expect([count, others]).toEqual([29, 1])
  const { data } = (await request('POST', '/payPool/batch/void/matching', { filter, count, mark })).body
  expect(data).toEqual({ done: 29, batch: null })
  expect((await assign(productId)).link).toBeNull()
  expect((await page({ orderId })).records).toMatchObject([{ status: 'assigned' }])
})

test('links expire at their time, unless an order has them', async () => {
  const productId = await newProduct()
  const ids = await addLinks(productId, 3, new Date(Date.now() + 600_000).toISOString())
  await assign(productId)
  await app.pool.query(
    `update pool_link set expires_at = now() - interval '1 second', acts_at = now() - interval '1 second' where id = any($1)`,
    [ids],
  )
  expect((await assign(productId)).link).toBeNull()
  await runOnce(app, datesJob([entity]))
  const { rows } = await app.pool.query(
    'select status, acts_at from pool_link where product_id = $1 order by id',
    [productId],
  )
  expect(rows).toEqual(['assigned', 'expired', 'expired'].map((status) => ({ status, acts_at: null })))
})

const messagesOf = async (productId: string) =>
  (
    await app.pool.query(
      `select admin_id as "adminId", kind, content from message where link->'query'->>'productId' = $1 order by kind, id`,
      [productId],
    )
  ).rows
/** The alert as it is shipped, in links. */
const alert = 100

test('few idle links are told of once until there are enough again: a todo to importers, a message to readers', async () => {
  const productId = await newProduct()
  const offSale = await newProduct('offSale')
  await addLinks(offSale, 1)
  await addLinks(productId, alert)
  const watch = () => runOnce(app, watchPool)
  await watch()
  expect(await messagesOf(productId)).toEqual([])
  await assign(productId)
  await watch()
  await watch()
  const told = await messagesOf(productId)
  expect(told).toMatchObject([
    { adminId: reader.adminId, kind: 'message' },
    { adminId: request.adminId, kind: 'todo' },
  ])
  expect(JSON.stringify(told[0].content)).toMatch(/仅剩 99 条.*低于预警线 100 条/)
  await addLinks(productId, 5)
  await watch()
  expect(await messagesOf(productId)).toHaveLength(2)
  for (let at = 0; at < 5; at++) await assign(productId)
  await Promise.all([watch(), watch(), watch()])
  expect(await messagesOf(productId)).toHaveLength(4)
  expect(await messagesOf(offSale)).toEqual([])
})

test('the list is exported with its orders', async () => {
  const productId = await newProduct()
  await addLinks(productId, 2)
  const { orderId } = await assign(productId)
  const { data } = (
    await request('POST', '/payPool/page/export', {
      productId,
      format: 'csv',
      columns: ['url', 'amountFen', 'status', 'orderId'],
    })
  ).body
  const file = await app.app.inject({ url: `/api/common/download?ticket=${data.ticket}` })
  const lines = file.body.replace('\ufeff', '').trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(
    lines.filter((line) => line.includes(orderId) && line.includes('9.90') && line.includes('已分配')),
  ).toHaveLength(1)
})
