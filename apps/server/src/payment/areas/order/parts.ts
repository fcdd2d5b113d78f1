import { maskText } from '@kabao/contract/kernel/personal-text'
import type { OrderAttempt, OrderNotice, OrderRefund } from '@kabao/contract/payment/payment-order'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How many of each the details of an order show, the latest ones. */
const most = 50

/** Calls to providers about an order, and how its collection channel was chosen. None is older than the order. */
export async function findAttempts(db: Db, orderId: string): Promise<OrderAttempt[]> {
  const { rows } = await sql<OrderAttempt>`
    select a.id, time_of_id(a.id) as at, a.kind, c.name as "collectionName", a.outcome, a.message, a.took_ms as "tookMs",
      coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(o.name, w.value ->> 0), 'reason', w.value ->> 1))
        from jsonb_array_elements(a.why_not) w left join collection o on o.id = (w.value ->> 0)::bigint), '[]') as "whyNot"
    from payment_attempt a left join collection c on c.id = a.collection_id
    where a.order_id = ${orderId} and a.id >= time_id_at(time_of_id(${orderId})) order by a.id desc limit ${most}`.execute(
    db.withoutPlugins(),
  )
  return rows.map((row) => ({ ...row, message: row.message && maskText(row.message) }))
}

export async function findRefunds(db: Db, orderId: string): Promise<OrderRefund[]> {
  const { rows } = await sql<OrderRefund>`
    select r.id, r.refund_no as "refundNo", r.kind, r.status, r.by_hand as "isByHand",
      exists (select from payment_resolution d where d.refund_id = r.id and d.status = 'pending') as "isPending", r.amount_fen as "amountFen", r.trade_no as "tradeNo", r.reason,
      r.message, a.name as "createdBy", r.created_at as "createdAt", r.refunded_at as "refundedAt"
    from payment_refund r left join admin a on a.id = r.created_by where r.order_id = ${orderId} order by r.id desc
    limit ${most}`.execute(db.withoutPlugins())
  return rows.map((row) => ({
    ...row,
    reason: maskText(row.reason),
    message: row.message && maskText(row.message),
  }))
}

export async function findNotices(db: Db, orderId: string): Promise<OrderNotice[]> {
  const { rows } = await sql<OrderNotice>`
    select n.id, n.event, n.status, n.created_at as "createdAt", coalesce((select jsonb_agg(
      jsonb_build_object('at', t.value -> 'at', 'said', t.value ->> 'said', 'ms', t.value -> 'ms') order by t.ordinality desc)
      from jsonb_array_elements(n.tries || coalesce(d.tries, '[]')) with ordinality t), '[]') as tries
    from payment_notice n left join delivery d on d.id = n.delivery_id
    where n.order_id = ${orderId} order by n.id desc limit ${most}`.execute(db.withoutPlugins())
  return rows
}

/** The order of a refund or of a notice. */
export async function orderOf(
  db: Db,
  table: 'payment_refund' | 'payment_notice',
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId" from ${sql.table(table)} where id = ${id}`.execute(db.withoutPlugins())
  return rows[0]?.orderId ?? null
}
