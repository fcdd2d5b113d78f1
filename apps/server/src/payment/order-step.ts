import { databaseNow } from '#platform/db/now'
import { attempt, placesOf } from './attempts.ts'
import { readCollection } from './collections.ts'
import { againIn, type Due, endDue, queryTimes } from './due-work.ts'
import { closeOrder } from './end-order.ts'
import { readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { takeUnfitting } from './suspense.ts'
import { takePayment } from './take-payment.ts'

/** The pauses while an order can be neither closed nor found, in milliseconds; the last one repeats. */
const closingPauses = [30_000, 60_000, 300_000, 1_800_000] as const

/** Looks how an order stands at its provider; when its time is over, it is closed there first and then here. */
export async function lookAfterOrder(paying: Paying, due: Due): Promise<void> {
  const { db } = paying
  const order = await readOrder(db, due.refId)
  if (order?.status !== 'created') return endDue(db, 'order', due.refId)
  const isOver = Date.parse(order.closesAt) <= databaseNow()
  const places = await placesOf(db, order.id)
  for (const collectionId of places) {
    const found = await lookAt(paying, order.id, collectionId, isOver)
    await paying.at?.('queried')
    if (found === 'paid') return
    if (found === 'unknown') {
      if (isOver)
        return againIn(
          db,
          due,
          closingPauses[Math.min(Math.max(due.done - queryTimes.length, 0), 3)] as number,
        )
      return againIn(db, due, untilNext(order, due.done + 1))
    }
  }
  if (!isOver) return againIn(db, due, untilNext(order, due.done + 1))
  await paying.at?.('closed')
  await closeOrder(paying, order.id, 'expired')
}

/** Until the next look, in milliseconds; the last one is when the order is over. */
function untilNext({ createdAt, closesAt }: { createdAt: string; closesAt: string }, next: number): number {
  const at = Math.min(
    Date.parse(createdAt) + (queryTimes[next] ?? Number.POSITIVE_INFINITY),
    Date.parse(closesAt),
  )
  return Math.max(1_000, at - databaseNow())
}

/**
 * Asks one provider. A payment is taken at once.
 * @param isOver whether the order is to be closed there
 */
export async function lookAt(
  paying: Paying,
  orderId: string,
  collectionId: string,
  isOver: boolean,
): Promise<'paid' | 'unpaid' | 'unknown'> {
  const { db, vault } = paying
  const collection = await readCollection(db, vault, collectionId)
  if (!collection) return 'unpaid'
  const provider = paying.providerOf(collection)
  // Without a way to ask, only a callback tells.
  if (!provider.can.query) return 'unpaid'
  const about = { orderId, collectionId }
  for (let round = 0; round < 2; round++) {
    const found = await attempt(db, { ...about, kind: 'query' }, () => provider.query(orderId))
    if (found.outcome === 'unknown') return 'unknown'
    if (found.outcome === 'paid') {
      const order = await readOrder(db, orderId)
      if (found.amountFen !== order?.amountFen || found.currency !== 'CNY') {
        paying.log.warn({ orderId, collectionId }, 'a provider names another amount than that of the order')
        if (order && found.currency === 'CNY')
          await db.transaction().execute((write) =>
            takeUnfitting(write, paying, {
              collectionId,
              provider: collection.provider,
              tradeNo: found.tradeNo,
              orderNo: orderId,
              order,
              amountFen: found.amountFen,
              paidAt: found.paidAt,
            }),
          )
        return 'unknown'
      }
      const { tradeNo, amountFen, paidAt } = found
      const taken = await db.transaction().execute((write) =>
        takePayment(write, paying, {
          orderId,
          collectionId,
          provider: collection.provider,
          tradeNo,
          amountFen,
          paidAt,
        }),
      )
      return taken === 'otherOrder' ? 'unknown' : 'paid'
    }
    if (!isOver || found.outcome === 'closed' || !provider.can.close) return 'unpaid'
    const closed = await attempt(db, { ...about, kind: 'close' }, () => provider.close(orderId))
    if (closed.outcome !== 'paid') return closed.outcome === 'closed' ? 'unpaid' : 'unknown'
  }
  return 'unknown'
}
