import {
  type PoolBatchPage,
  type PoolBatchRow,
  type PoolLinkDetail,
  type PoolLinkPage,
  type PoolLinkRow,
  poolLinkStatuses,
} from '@kabao/contract/payment/pool-link'
import { poolUrl } from '@kabao/contract/payment/pool-link-import'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'

const columns = sql<PoolLinkRow>`t.id, t.url, t.product_id as "productId", product.name as "productName",
  t.collection_id as "collectionId", collection.name as "collectionName", t.amount_fen as "amountFen",
  t.expires_at as "expiresAt", t.batch_id as "batchId", batch.file_name as "fileName", t.status, given.order_id as "orderId",
  given.at as "assignedAt", changer.name as "updatedBy", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`

const joins = sql`join product on product.id = t.product_id join pool_batch batch on batch.id = t.batch_id
  left join collection on collection.id = t.collection_id left join admin changer on changer.id = t.updated_by
  left join pool_assignment given on given.link_id = t.id and given.ended_at is null`

/** The sort keys. A link without an end is the last; the index has the same expression. */
const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  expiresAt: sql`coalesce(t.expires_at, 'infinity')`,
}

type Filters = Omit<PoolLinkPage, 'current' | 'size'>

export const rowsOfLinks = ({ sort, ...filters }: Filters): RowsQuery => ({
  table: sql`pool_link`,
  joins,
  where: matching(filters),
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export const findPageOfLinks = (
  db: Db,
  { current, size, ...page }: PoolLinkPage,
): Promise<Page<PoolLinkRow>> => findPage(db, { ...rowsOfLinks(page), columns, current, size })

function matching(filters: Omit<Filters, 'sort'>): RawBuilder<unknown>[] {
  const { id, url, status, productId, collectionId, batchId, orderId } = filters
  const { amountFrom, amountTo, expiresFrom, expiresTo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (id) where.push(sql`t.id = ${id}`)
  if (url) where.push(sql`t.url = ${normal(url)}`)
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (productId) where.push(sql`t.product_id = ${productId}`)
  if (collectionId) where.push(sql`t.collection_id = ${collectionId}`)
  if (batchId) where.push(sql`t.batch_id = ${batchId}`)
  if (orderId)
    where.push(
      sql`t.id = (select a.link_id from pool_assignment a where a.order_id = ${orderId} and a.ended_at is null)`,
    )
  if (amountFrom !== undefined) where.push(sql`t.amount_fen >= ${amountFrom}`)
  if (amountTo !== undefined) where.push(sql`t.amount_fen <= ${amountTo}`)
  if (expiresFrom) where.push(sql`t.expires_at >= ${expiresFrom}`)
  if (expiresTo) where.push(sql`t.expires_at < ${expiresTo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}

/** An address in the form in which the pool has it; a text that is none finds nothing. */
function normal(url: string): string {
  const read = poolUrl.safeParse(url)
  return read.success ? read.data : url
}

/** How many orders of a link its details name. */
const mostOrders = 20

export async function find(db: Db, id: string): Promise<PoolLinkDetail | undefined> {
  const { rows } = await sql<PoolLinkRow>`
    select ${columns} from pool_link t ${joins} where t.id = ${id}`.execute(db.withoutPlugins())
  const [row] = rows
  if (!row) return undefined
  const orders = await sql<PoolLinkDetail['orders'][number]>`
    select order_id as "orderId", at, ended_at as "endedAt" from pool_assignment where link_id = ${id}
    order by at desc, order_id desc limit ${mostOrders}`.execute(db.withoutPlugins())
  return { ...row, orders: orders.rows }
}

/** The links of a batch in a state: as last summed, and what changed since. */
const countIn = (
  status: string,
) => sql`(t.${sql.id(status)} + coalesce((select sum(c.step) from pool_link_count c
  where c.batch_id = t.id and c.status = ${sql.lit(status)}), 0))::integer as ${sql.id(status)}`

/** The batches with the numbers of their links by state, exact at this moment. */
export async function findPageOfBatches(
  db: Db,
  { current, size, sort, createdFrom, createdTo }: PoolBatchPage,
): Promise<Page<PoolBatchRow>> {
  const where: RawBuilder<unknown>[] = []
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  const page = await findPage<Omit<PoolBatchRow, 'total'>>(db, {
    table: sql`pool_batch`,
    joins: sql`left join admin maker on maker.id = t.created_by`,
    columns: sql`t.id, t.file_name as "fileName", ${sql.join(poolLinkStatuses.map(countIn))},
      maker.name as "createdBy", t.created_at as "createdAt"`,
    where,
    key: sql`t.created_at`,
    isDescending: sort.startsWith('-'),
    current,
    size,
  })
  return {
    ...page,
    records: page.records.map((row) => ({
      ...row,
      total: poolLinkStatuses.reduce((sum, status) => sum + row[status], 0),
    })),
  }
}
