import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { endDue } from './due-work.ts'
import { addNotice } from './notices.ts'
import { lockOrder, type Order } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { giveBackLimit } from './route.ts'
import { giveBackStock } from './take-stock.ts'

/**
 * Gives back an order's place within the daily limit, and its link, in the caller's transaction. The order is locked.
 */
export async function giveBackPlace(
  write: Db,
  { pool }: Pick<Paying, 'pool'>,
  { id, collectionId, limitDay, amountFen, poolLinkId }: Order,
): Promise<void> {
  if (poolLinkId !== null) await pool?.giveBackLink(write, { orderId: id })
  if (collectionId !== null && limitDay !== null)
    await giveBackLimit(write, { collectionId, day: limitDay, amountFen })
  if (limitDay !== null || poolLinkId !== null)
    await sql`update payment_order set limit_day = null, pool_link_id = null where id = ${id}`.execute(write)
}

/** Ends an order that every collection channel has surely refused. @returns whether this call did it */
export const failOrder = (paying: Paying, orderId: string): Promise<boolean> =>
  end(paying, orderId, { status: 'failed', reason: 'nobodyCollects' })

/** Closes an order that surely can no longer be paid at its provider. @returns whether this call did it */
export const closeOrder = (paying: Paying, orderId: string, reason: 'expired'): Promise<boolean> =>
  end(paying, orderId, { status: 'closed', reason })

/** Ends an unpaid order, and gives everything back that it took, in one transaction. */
function end(
  paying: Paying,
  orderId: string,
  { status, reason }: { status: 'closed' | 'failed'; reason: string },
): Promise<boolean> {
  return paying.db.transaction().execute(async (write) => {
    const order = await lockOrder(write, orderId)
    if (order?.status !== 'created') return false
    await giveBackPlace(write, paying, order)
    if (order.hasStock) await giveBackStock(write, order)
    await sql`update payment_order set status = ${status}, reason = ${reason}, has_stock = false, ended_at = now(),
      updated_at = now(), version = version + 1 where id = ${orderId}`.execute(write)
    await endDue(write, 'order', orderId)
    await addNotice(write, { orderId, channelId: order.channelId, event: status })
    return true
  })
}
