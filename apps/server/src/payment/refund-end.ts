import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseDate, databaseNow } from '#platform/db/now'
import { bookRefund } from './books.ts'
import { endDue } from './due-work.ts'
import { addNotice } from './notices.ts'
import { lockOrder, type Order } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { followRefund, lockBacked } from './suspense.ts'

export type RefundStatus = 'waiting' | 'pending' | 'refunded' | 'refused'

/** A refund as the acts on it read it. `amountFen` is in fen. */
export interface Refund {
  id: string
  /** Null: it pays a payment in suspense back that names no order of ours. */
  orderId: string | null
  /** The number of the order at the provider. */
  orderNo: string
  collectionId: string
  provider: string
  tradeNo: string
  refundNo: string
  kind: 'asked' | 'extra' | 'late' | 'suspense'
  amountFen: number
  reason: string
  status: RefundStatus
  calls: number
  version: number
}

const columns = sql`id, order_id as "orderId", coalesce(order_id::text,
    (select s.order_no from payment_suspense s where s.refund_id = payment_refund.id), '') as "orderNo", collection_id as "collectionId", provider, trade_no as "tradeNo",
  refund_no as "refundNo", kind, amount_fen as "amountFen", reason, status, calls, version`

export async function readRefund(db: Db, id: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`select ${columns} from payment_refund where id = ${id}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/** A refund of an order by its number at the provider. */
export async function findRefund(db: Db, orderId: string, refundNo: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`select ${columns} from payment_refund
    where refund_no = ${refundNo} and order_id = ${orderId}`.execute(db.withoutPlugins())
  return rows[0] ?? null
}

/** A refund without an order, by its number at the provider. */
export async function findStrayRefund(
  db: Db,
  collectionId: string,
  refundNo: string,
): Promise<Refund | null> {
  const { rows } = await sql<Refund>`select ${columns} from payment_refund
    where refund_no = ${refundNo} and collection_id = ${collectionId} and order_id is null`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/**
 * Locks what a refund is of until the transaction ends: its order, or the payment in suspense that names none. Every act that changes a
 * refund begins with this.
 * @returns the order, if there is one; undefined if there is nothing to lock
 */
export async function lockOfRefund(write: Db, { id, orderId }: Refund): Promise<Order | null | undefined> {
  if (orderId !== null) return (await lockOrder(write, orderId)) ?? undefined
  return (await lockBacked(write, id)) ? null : undefined
}

/**
 * Ends a refund by what its provider surely said: booked, or given up until a person asks again. In the caller's transaction.
 * @returns whether this call ended it; a refund that ended before is not changed
 */
export async function endRefund(
  write: Db,
  { clock }: Pick<Paying, 'clock'>,
  refundId: string,
  ending: { outcome: 'refunded'; refundedAt: Date | null } | { outcome: 'refused'; message: string },
): Promise<boolean> {
  const refund = await readRefund(write, refundId)
  const order = refund ? await lockOfRefund(write, refund) : undefined
  if (!refund || order === undefined) return false
  const isRefunded = ending.outcome === 'refunded'
  const { rows } = await sql<{ status: string }>`
    update payment_refund set status = ${ending.outcome}, updated_at = now(), version = version + 1,
      refunded_at = ${isRefunded ? (ending.refundedAt ?? databaseDate()).toISOString() : null},
      message = ${isRefunded ? null : ending.message.slice(0, 300)}, told_at = null
    where id = ${refundId} and status in ('waiting', 'pending') returning status`.execute(
    write.withoutPlugins(),
  )
  if (rows.length === 0) return false
  await endDue(write, 'refund', refundId)
  const { amountFen, kind } = refund
  if (kind === 'asked' && order)
    await sql`
      update payment_order set refunding_fen = refunding_fen - ${amountFen},
        refunded_fen = refunded_fen + ${isRefunded ? amountFen : 0}, updated_at = now(), version = version + 1,
        status = case when refunding_fen > ${amountFen} then 'refunding'
          when refunded_fen + ${isRefunded ? amountFen : 0} = paid_fen then 'refunded' else 'paid' end
      where id = ${order.id}`.execute(write)
  else await followRefund(write, refundId, isRefunded)
  if (!isRefunded) return true
  await bookRefund(write, {
    refundId,
    amountFen,
    isSuspense: kind !== 'asked',
    businessDay: businessDayAt(databaseNow(), clock()),
  })
  if (kind === 'asked' && order)
    await addNotice(write, { orderId: order.id, channelId: order.channelId, event: 'refunded', refundId })
  return true
}
