import type { OrderPage, OrderRow } from '@kabao/contract/payment/payment-order'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPage, type Page, type RowsQuery } from '#platform/db/page'
import { idsBetween } from '#platform/db/partitions'
import { channelOfOwner, phoneOfUser } from '#users'

/** An order, unmasked. */
export type StoredRow = OrderRow

/** The data scope: the orders of the channels that this administrator owns, or all if it is null. */
export type Owner = string | null

const isPartlyRefunded = sql`t.status = 'paid' and t.refunded_fen > 0`

/** The state of an order as administrators see it. */
export const stateOf = sql`case when ${isPartlyRefunded} then 'partlyRefunded' else t.status end`

const columns = sql`t.id, t.channel_no as "channelNo", t.channel_id as "channelId", channel.name as "channelName",
  t.user_id as "userId", u.phone, u.name, t.product_id as "productId", product.name as "productName",
  t.collection_id as "collectionId", collection.name as "collectionName", t.provider, t.trade_no as "tradeNo",
  t.pool_link_id as "poolLinkId", ${stateOf} as status, t.reason, t.amount_fen as "amountFen", t.fee_fen as "feeFen", t.paid_fen as "paidFen", t.refunded_fen as "refundedFen",
  t.refunding_fen as "refundingFen", t.created_at as "createdAt", t.closes_at as "closesAt", t.paid_at as "paidAt",
  t.ended_at as "endedAt"`

const joins = sql`join "user" u on u.id = t.user_id join channel on channel.id = t.channel_id
  join product on product.id = t.product_id left join collection on collection.id = t.collection_id`

/** The orders of a list. Their ids begin with the time, so the order of ids is the order of time. */
export const rowsOfOrders = (
  { sort, ...filters }: Omit<OrderPage, 'current' | 'size'>,
  owner: Owner,
): RowsQuery => ({
  table: sql`payment_order`,
  joins,
  where: [
    ...matching(filters),
    ...idsBetween(sql`t.id`, { from: filters.createdFrom, to: filters.createdTo }),
    ...channelOfOwner(sql`t.channel_id`, owner),
  ],
  isPartitioned: true,
  isDescending: sort.startsWith('-'),
})

export const findPageOfOrders = (
  db: Db,
  { current, size, ...page }: OrderPage,
  owner: Owner,
): Promise<Page<StoredRow>> => findPage(db, { ...rowsOfOrders(page, owner), columns, current, size })

function matching(filters: Omit<OrderPage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { id, channelNo, tradeNo, phone, userId, status, channelId, productId, collectionId } = filters
  const { refundStatus, noticeStatus } = filters
  const where = phoneOfUser(sql`t.user_id`, phone)
  if (id) where.push(sql`t.id = ${id}`)
  // By the narrow tables, so that no month is searched.
  if (channelNo)
    where.push(sql`t.id = any(array(select order_id from payment_number n where n.channel_no = ${channelNo}
      and n.channel_id in (select c.id from channel c)))`)
  if (tradeNo)
    where.push(sql`t.id = any(array(select order_id from payment_ref r where r.trade_no = ${tradeNo}
      and r.provider in (select distinct provider from collection)))`)
  if (userId) where.push(sql`t.user_id = ${userId}`)
  if (status === 'partlyRefunded') where.push(isPartlyRefunded)
  else if (status === 'paid') where.push(sql`t.status = 'paid' and t.refunded_fen = 0`)
  else if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (refundStatus)
    where.push(
      sql`t.id = any(array(select r.order_id from payment_refund r where r.status = ${sql.lit(refundStatus)}))`,
    )
  if (noticeStatus)
    where.push(
      sql`t.id = any(array(select n.order_id from payment_notice n where n.status = ${sql.lit(noticeStatus)}))`,
    )
  if (channelId) where.push(sql`t.channel_id = ${channelId}`)
  if (productId) where.push(sql`t.product_id = ${productId}`)
  if (collectionId) where.push(sql`t.collection_id = ${collectionId}`)
  return where
}

/** An order with this id, if it is one of the owner's. */
export async function find(db: Db, id: string, owner: Owner): Promise<StoredRow | undefined> {
  const where = [sql`t.id = ${id}`, ...channelOfOwner(sql`t.channel_id`, owner)]
  const { rows } = await sql<StoredRow>`
    select ${columns} from payment_order t ${joins} where ${sql.join(where, sql` and `)}`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}
