import type { SuspenseDetail, SuspensePage, SuspenseRow } from '@kabao/contract/payment/suspense'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findPageWithTotals, type RowsQuery } from '#platform/db/page'
import { channelOfOwner } from '#users'

/** The data scope: the payments of orders of the channels that this administrator owns, or all if it is null. */
type Owner = string | null

const columns = sql`t.id, t.kind, t.status, exists (select from payment_resolution p where p.suspense_id = t.id
    and p.status = 'pending') as "isPending", t.provider, t.collection_id as "collectionId", collection.name as "collectionName",
  t.trade_no as "tradeNo", t.order_no as "orderNo", t.order_id as "orderId", channel.name as "channelName",
  o.amount_fen as "orderFen", t.amount_fen::float8 as "amountFen", ${assignedTo()} as "assignedOrderId", t.paid_at as "paidAt",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`

const joins = sql`join collection on collection.id = t.collection_id left join channel on channel.id = t.channel_id
  left join payment_order o on o.id = t.order_id`

/** The order that a payment pays now. */
function assignedTo(): RawBuilder<unknown> {
  return sql`case when t.status = 'assigned' then (select r.order_id from payment_ref r
    where r.provider = t.provider and r.trade_no = t.trade_no) end`
}

const keys: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`t.created_at`,
  amountFen: sql`t.amount_fen`,
}

export const rowsOfSuspense = (
  { sort, ...filters }: Omit<SuspensePage, 'current' | 'size'>,
  owner: Owner,
): RowsQuery => ({
  table: sql`payment_suspense`,
  joins,
  where: [...matching(filters), ...channelOfOwner(sql`t.channel_id`, owner)],
  key: keys[sort.replace('-', '')] as RawBuilder<unknown>,
  isDescending: sort.startsWith('-'),
})

export const findPageOfSuspense = (db: Db, { current, size, ...page }: SuspensePage, owner: Owner) =>
  findPageWithTotals<SuspenseRow, 'amountFen'>(
    db,
    { ...rowsOfSuspense(page, owner), columns, current, size },
    { amountFen: sql`t.amount_fen` },
  )

/** A payment in suspense with what its provider pays back, if it is one of the owner's. */
export async function find(db: Db, id: string, owner: Owner): Promise<SuspenseDetail | undefined> {
  const where = [sql`t.id = ${id}`, ...channelOfOwner(sql`t.channel_id`, owner)]
  const { rows } = await sql<SuspenseDetail>`
    select ${columns}, case when f.id is not null then jsonb_build_object('id', f.id::text, 'refundNo', f.refund_no,
      'status', f.status, 'byHand', f.by_hand, 'message', f.message,
      'refundedAt', to_char(f.refunded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as refund
    from payment_suspense t ${joins} left join payment_refund f on f.id = t.refund_id
    where ${sql.join(where, sql` and `)}`.execute(db.withoutPlugins())
  return rows[0]
}

function matching(filters: Omit<SuspensePage, 'current' | 'size' | 'sort'>): RawBuilder<unknown>[] {
  const { status, kind, collectionId, tradeNo, orderNo, createdFrom, createdTo } = filters
  const where: RawBuilder<unknown>[] = []
  if (status) where.push(sql`t.status = ${sql.lit(status)}`)
  if (kind) where.push(sql`t.kind = ${sql.lit(kind)}`)
  if (collectionId) where.push(sql`t.collection_id = ${collectionId}`)
  if (tradeNo)
    where.push(sql`t.trade_no = ${tradeNo} and t.provider in (select distinct provider from collection)`)
  if (orderNo) where.push(sql`t.order_no = ${orderNo}`)
  if (createdFrom) where.push(sql`t.created_at >= ${createdFrom}`)
  if (createdTo) where.push(sql`t.created_at < ${createdTo}`)
  return where
}
