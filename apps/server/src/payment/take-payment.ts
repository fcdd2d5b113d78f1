import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { bookPayment, feeOf } from './books.ts'
import { addDue, endDue } from './due-work.ts'
import { giveBackPlace } from './end-order.ts'
import { addNotice } from './notices.ts'
import { lockOrder, type Order } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { claimLimit } from './route.ts'
import { takeExtra, takeOut } from './suspense.ts'
import { takeStock } from './take-stock.ts'

/** A payment that a provider surely has received, for an order of the same amount. */
export interface Received {
  orderId: string
  collectionId: string
  provider: string
  tradeNo: string
  amountFen: number
  paidAt: Date
}

/**
 * What a payment became. `order`: it paid its order. `extra` and `late`: it is in suspense and goes back. `repeated`: it was known, or it is in suspense.
 * `otherOrder`: the number of the payment is that of another order, and nothing is changed.
 */
export type Taken = 'order' | 'extra' | 'late' | 'repeated' | 'otherOrder'

/** Takes a payment, once for each number of a provider, in the caller's transaction. */
export async function takePayment(
  write: Db,
  paying: Pick<Paying, 'settings' | 'clock' | 'pool'>,
  received: Received,
): Promise<Taken> {
  const { orderId, collectionId, provider, tradeNo, amountFen, paidAt } = received
  const order = await lockOrder(write, orderId)
  if (!order) return 'otherOrder'
  const known = await sql<{ orderId: string }>`
    insert into payment_ref as r (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at)
    values (${provider}, ${tradeNo}, ${orderId}, ${collectionId}, ${amountFen}, 'late', ${paidAt.toISOString()})
    on conflict do nothing returning order_id as "orderId"`.execute(write.withoutPlugins())
  const businessDay = businessDayAt(databaseNow(), paying.clock())
  if (known.rows.length === 0) {
    const { rows } = await sql<{ orderId: string | null; role: string }>`
      select order_id as "orderId", role from payment_ref where provider = ${provider} and trade_no = ${tradeNo}`.execute(
      write.withoutPlugins(),
    )
    // With another amount or order it was in suspense until now; what an order cannot have any more stays there.
    const isOurs = rows[0]?.role === 'suspense' && order.status === 'created'
    if (!isOurs || !(await takeOut(write, { provider, tradeNo, businessDay })))
      return rows[0]?.orderId === orderId ? 'repeated' : 'otherOrder'
    await sql`update payment_ref set order_id = ${orderId}, collection_id = ${collectionId}, amount_fen = ${amountFen}, role = 'late',
      paid_at = ${paidAt.toISOString()} where provider = ${provider} and trade_no = ${tradeNo}`.execute(write)
  }
  const role = await roleOf(write, paying, order, collectionId)
  if (role !== 'late')
    await sql`update payment_ref set role = ${role} where provider = ${provider} and trade_no = ${tradeNo}`.execute(
      write,
    )
  if (role === 'order') await payOrder(write, paying, order, { ...received, businessDay })
  else {
    const refundId = await payBack(write, { ...received, kind: role })
    await takeExtra(write, {
      collectionId,
      provider,
      tradeNo,
      amountFen,
      paidAt,
      businessDay,
      refundId,
      kind: role,
      orderNo: orderId,
      order,
    })
  }
  return role
}

/** Whether the payment pays its order. A closed order is opened again if the setting says so and what it bought is still there. */
async function roleOf(
  write: Db,
  paying: Pick<Paying, 'settings' | 'pool' | 'clock'>,
  order: Order,
  collectionId: string,
): Promise<'order' | 'extra' | 'late'> {
  if (order.status === 'created') return 'order'
  if (order.status !== 'closed' && order.status !== 'failed') return 'extra'
  return paying.settings.get('payment.reopenLate') && (await takeAgain(write, paying, order, collectionId))
    ? 'order'
    : 'late'
}

/** Takes the stock, the link and the place within the daily limit again, all of them or none. */
export async function takeAgain(
  write: Db,
  { pool, clock }: Pick<Paying, 'pool' | 'clock'>,
  order: Order,
  collectionId: string,
): Promise<boolean> {
  await sql`savepoint late_payment`.execute(write)
  const day = businessDayAt(databaseNow(), clock())
  // A payment at another channel than the order had was not made by its link.
  const isByLink = order.provider === 'pool' && order.collectionId === collectionId
  const isThere =
    (await takeStock(write, order)) === null &&
    (await claimLimit(write, { collectionId, day, amountFen: order.amountFen })) &&
    (!isByLink || (await pool?.useLink(write, { orderId: order.id })) === true)
  if (!isThere) await sql`rollback to savepoint late_payment`.execute(write)
  else
    await sql`update payment_order set limit_day = ${day}, pool_link_id = ${
      isByLink
        ? sql`(select link_id from pool_assignment
      where order_id = ${order.id} and ended_at is null)`
        : null
    } where id = ${order.id}`.execute(write)
  return isThere
}

/** Pays an order that is locked, with a payment of its amount, in the caller's transaction. */
export async function payOrder(
  write: Db,
  { pool }: Pick<Paying, 'pool'>,
  order: Order,
  { collectionId, provider, tradeNo, amountFen, paidAt, businessDay }: Received & { businessDay: string },
): Promise<void> {
  const orderId = order.id
  const { rows } = await sql<{
    feeBp: number
  }>`select fee_bp as "feeBp" from collection where id = ${collectionId}`.execute(write.withoutPlugins())
  const isElsewhere = order.status === 'created' && order.collectionId !== collectionId
  if (isElsewhere) {
    // Another channel has collected than the one that the order has now; the money is there, whatever the limit.
    await giveBackPlace(write, { pool }, order)
    if (await claimLimit(write, { collectionId, day: businessDay, amountFen }))
      await sql`update payment_order set limit_day = ${businessDay} where id = ${orderId}`.execute(write)
  }
  const feeFen = feeOf(amountFen, rows[0]?.feeBp ?? 0)
  // The provider's clock may be ahead or behind; an order is not paid before it was made.
  const at = new Date(Math.max(paidAt.getTime(), Date.parse(order.createdAt))).toISOString()
  await sql`
    update payment_order set status = 'paid', reason = null, paid_at = ${at}, ended_at = null, paid_fen = ${amountFen},
      fee_fen = ${feeFen}, trade_no = ${tradeNo}, provider = ${provider}, collection_id = ${collectionId}, has_stock = true,
      updated_at = now(), version = version + 1
    where id = ${orderId}`.execute(write)
  await endDue(write, 'order', orderId)
  await sql`
    insert into collection_day as d (collection_id, day, paid, paid_fen) values (${collectionId}, ${businessDay}, 1, ${amountFen})
    on conflict (collection_id, day) do update set paid = d.paid + 1, paid_fen = d.paid_fen + excluded.paid_fen`.execute(
    write,
  )
  await bookPayment(write, { orderId, amountFen, feeFen, businessDay })
  if (order.status === 'created' && order.poolLinkId !== null && !isElsewhere)
    await pool?.useLink(write, { orderId })
  await addNotice(write, { orderId, channelId: order.channelId, event: 'paid' })
}

/** Makes the task that pays back what is in suspense. */
async function payBack(
  write: Db,
  { orderId, collectionId, provider, tradeNo, amountFen, kind }: Received & { kind: 'extra' | 'late' },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen)
    values (${orderId}, ${collectionId}, ${provider}, ${tradeNo}, ${kind}, ${amountFen})
    returning id`.execute(write.withoutPlugins())
  const id = rows[0]?.id as string
  await addDue(write, 'refund', id, 0)
  return id
}
