import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { attempt } from './attempts.ts'
import { type Collection, readCollection } from './collections.ts'
import { addDue, againIn, type Due, endDue, refundPauses } from './due-work.ts'
import { lockOrder, readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { endRefund, lockOfRefund, type Refund, readRefund } from './refund-end.ts'
import { isDecidedOn } from './suspense.ts'

/** For how long a provider may be answering, in milliseconds. */
const askingMs = 120_000
/** A condition on a refund: nobody is asking its provider at this moment. */
export const isQuiet = sql`payment_refund.updated_at < now() - ${sql.lit(askingMs)} * interval '1 millisecond'`

/** Why a refund is refused: the order is not paid, or less is left of what was paid. */
export type RefundRefusal = 'notPaid' | 'aboveRest'

/**
 * Asks for a refund of an order, in the caller's transaction: the amount is reserved by one conditional update, so that refunds at once
 * never pass what was paid.
 * @returns the id of the refund
 */
export async function askRefund(
  write: Db,
  { orderId, amountFen, reason, by }: { orderId: string; amountFen: number; reason: string; by: string },
): Promise<{ id: string } | { refusal: RefundRefusal; restFen: number }> {
  const reserved = await reserveRefund(write, orderId, amountFen)
  if (!reserved) {
    const order = await lockOrder(write, orderId)
    const restFen = order ? order.paidFen - order.refundedFen - order.refundingFen : 0
    return { refusal: order?.paidAt ? 'aboveRest' : 'notPaid', restFen }
  }
  const { rows } = await sql<{ id: string }>`
    insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, reason, created_by, updated_by)
    select id, collection_id, provider, trade_no, 'asked', ${amountFen}, ${reason}, ${by}, ${by} from payment_order
    where id = ${orderId} returning id`.execute(write.withoutPlugins())
  const id = rows[0]?.id as string
  await addDue(write, 'refund', id, 0)
  return { id }
}

/**
 * Asks again for a refund that the provider has refused, under the same number, in the caller's transaction.
 * @param isDecided whether it is what a person has decided; otherwise nothing is asked while a decision waits for its review
 * @returns false if it is not refused, or its amount is no longer left
 */
export async function askAgain(
  write: Db,
  refundId: string,
  by: string | null,
  isDecided = false,
): Promise<boolean> {
  const refund = await readRefund(write, refundId)
  if (!refund || (await lockOfRefund(write, refund)) === undefined) return false
  const { rows } = await sql<{ kind: string }>`
    update payment_refund set status = 'waiting', asked_at = now(), updated_by = ${by}, updated_at = now(), version = version + 1
    where id = ${refundId} and status = 'refused' returning kind`.execute(write.withoutPlugins())
  if (rows.length === 0) return false
  if (refund.kind === 'asked' && refund.orderId !== null) {
    if (!isDecided && (await isDecidedOn(write, { refundId }))) throw new NothingLeft()
    if (!(await reserveRefund(write, refund.orderId, refund.amountFen))) throw new NothingLeft()
  } else if (!(await backAgain(write, refundId, isDecided))) throw new NothingLeft()
  await addDue(write, 'refund', refundId, 0)
  return true
}

/**
 * Has the provider of a refund under way asked at once instead of at the next turn, in the caller's transaction.
 * @returns false if it has ended, or may be asked at this moment
 */
export async function askNow(write: Db, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_refund where id = ${refundId} and status in ('waiting', 'pending') and ${isQuiet} for no key update`.execute(
    write,
  )
  if (rows.length === 0) return false
  await addDue(write, 'refund', refundId, 0)
  return true
}

/** @returns false if something else became of the payment in suspense, or a person has decided so */
async function backAgain(write: Db, refundId: string, isDecided: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update payment_suspense set status = 'backing', updated_at = now(), version = version + 1
    where refund_id = ${refundId} and status = 'open' returning id`.execute(write.withoutPlugins())
  if (!rows[0]) return false
  return isDecided || !(await isDecidedOn(write, { suspenseId: rows[0].id }))
}

/** Rolls the transaction of `askAgain` back: the amount was refunded otherwise meanwhile, or a person has decided about it. */
export class NothingLeft extends Error {
  override name = 'NothingLeft'
}

/** Reserves an amount on its order by one conditional update. @returns false if less is left */
export async function reserveRefund(write: Db, orderId: string, amountFen: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_order set refunding_fen = refunding_fen + ${amountFen}, status = 'refunding', updated_at = now(),
      version = version + 1
    where id = ${orderId} and status in ('paid', 'refunding') and trade_no is not null
      and refunded_fen::bigint + refunding_fen + ${amountFen} <= paid_fen`.execute(write)
  return numAffectedRows === 1n
}

/** Has a refund paid back, or finds out whether it was. Its number is always the same, so nothing is paid back twice. */
export async function doRefund(paying: Paying, due: Due): Promise<void> {
  const { db, vault } = paying
  const refund = await readRefund(db, due.refId)
  const collection = refund && (await readCollection(db, vault, refund.collectionId))
  const isOver = refund?.status === 'refunded' || refund?.status === 'refused'
  if (!refund || !collection || isOver) return endDue(db, 'refund', due.refId)
  if (!paying.providerOf(collection).can.refund) {
    // A person pays it back by hand; the provider has no way.
    await db
      .transaction()
      .execute((write) => endRefund(write, paying, refund.id, { outcome: 'refused', message: 'cannot' }))
    return
  }
  // Written before the call, so that a killed instance is taken for one that has asked.
  const begun = await sql`update payment_refund set status = 'pending', calls = calls + 1, updated_at = now()
    where id = ${refund.id} and status in ('waiting', 'pending')`.execute(db)
  // A person has stopped it meanwhile.
  if (begun.numAffectedRows !== 1n) return endDue(db, 'refund', due.refId)
  const result = await ask(paying, refund, collection)
  await paying.at?.('refundCalled')
  if (result.outcome === 'refunded' || result.outcome === 'refused') {
    const ending =
      result.outcome === 'refunded'
        ? result
        : ({ outcome: 'refused', message: `${result.code} ${result.message}`.trim() } as const)
    await db.transaction().execute((write) => endRefund(write, paying, refund.id, ending))
    return
  }
  await againIn(db, due, refundPauses[Math.min(due.done, refundPauses.length - 1)] as number)
}

/** A refund that was asked for before is looked up first; the same request again is for providers that know nothing of it. */
async function ask(paying: Paying, refund: Refund, collection: Collection) {
  const { db } = paying
  const provider = paying.providerOf(collection)
  const { orderId, orderNo, collectionId, id: refundId, refundNo, tradeNo, amountFen } = refund
  // A payment in suspense is not part of what its order was paid with.
  const order = refund.kind === 'asked' && orderId !== null ? await readOrder(db, orderId) : null
  const about = { orderId, collectionId, refundId }
  if (refund.calls > 0 && provider.can.query) {
    const found = await attempt(db, { ...about, kind: 'queryRefund' }, () =>
      provider.queryRefund({ orderNo, refundNo }),
    )
    if (found.outcome !== 'notFound' && found.outcome !== 'unknown') return found
  }
  return attempt(db, { ...about, kind: 'refund' }, () =>
    provider.refund({
      orderNo,
      tradeNo,
      refundNo,
      amountFen,
      totalFen: order?.paidFen ?? amountFen,
      reason: refund.reason.slice(0, 64) || 'Refund',
    }),
  )
}
