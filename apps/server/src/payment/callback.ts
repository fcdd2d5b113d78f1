import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type { CallbackReason } from '@kabao/contract/payment/payment-order'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'
import { type CallbackPlace, endAddressById } from './callback-address.ts'
import { readCollection } from './collections.ts'
import { isOrderNo, type Order, readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'
import type { CallbackAnswer, Notice, ProviderCallback } from './provider.ts'
import { endRefund, findRefund, findStrayRefund } from './refund-end.ts'
import { takeUnfitting } from './suspense.ts'
import { takePayment } from './take-payment.ts'
import { isTrialNumber } from './trial-number.ts'

/** The currency of every order. */
const currency = 'CNY'
/** The place that the sealed body of a callback is bound to. */
export const bodyPurpose = 'payment_callback.body'

type RefundNotice = Extract<Notice, { kind: 'refund' }>

/** What is kept of a callback without a valid signature, which anybody may have sent: this many bytes, */
const unsignedBytes = 1_000
/** and of so many for each collection channel in a day. */
const unsignedADay = 1_000

/** What arrived at the address for callbacks of a collection channel. */
export interface Arrived extends ProviderCallback, CallbackPlace {
  ip: string
}

/** What became of a callback. */
export interface Taken {
  /** Whether the provider signed it. Null: that could not be found out. */
  isSigned: boolean | null
  answer: CallbackAnswer
}

/**
 * Takes a callback. What it says is believed only if the provider signed it and order, amount and currency are ours. A signed one is
 * kept as it arrived, of any other one only the beginning. Any number of the same and of wrong ones may arrive at once: the order is paid once.
 * @returns what the provider is answered; null if there is no such collection channel
 */
export async function takeCallback(paying: Paying, arrived: Arrived): Promise<Taken | null> {
  const { db, vault } = paying
  const collection = await readCollection(db, vault, arrived.collectionId)
  if (!collection) return null
  const provider = paying.providerOf(collection)
  const answering = (isBelieved: boolean, isSigned: boolean | null = true) => ({
    isSigned,
    answer: provider.answer(isBelieved),
  })
  const read = await provider.readCallback(arrived)
  // Nothing is known: it is not kept, because the provider sends it again.
  if (read.outcome === 'unknown') return answering(false, null)
  if (read.outcome === 'wrong') {
    await keepUnsigned(paying, arrived, read.reason)
    return answering(false, false)
  }
  if (!arrived.isById) await endAddressById(db, arrived.collectionId)
  const { notice } = read
  // A trial order is no order of ours: nothing follows from what is said about it.
  if (isTrialNumber(notice.orderNo)) return answering(true)
  const order = isOrderNo(notice.orderNo) ? await readOrder(db, notice.orderNo) : null
  const reason = await wrongIn(db, notice, order, arrived.collectionId)
  const said = { tradeNo: notice.tradeNo || null, amountFen: notice.amountFen }
  const stray = reason === 'order' && (await findStray(db, notice, collection.id))
  if (stray) {
    await db.transaction().execute(async (write) => {
      const isNew = await endByNotice(write, paying, stray.refundId, stray.notice)
      await keep({ db: write, vault }, arrived, {
        verdict: isNew ? 'believed' : 'repeated',
        reason: null,
        orderId: null,
        ...said,
      })
    })
    return answering(true)
  }
  if (reason !== null || !order) {
    await db.transaction().execute(async (write) => {
      await suspend(write, paying, notice, { reason: reason ?? 'order', order, collection })
      await keep({ db: write, vault }, arrived, {
        verdict: 'wrong',
        reason: reason ?? 'order',
        orderId: order?.id ?? null,
        ...said,
      })
    })
    return answering(false)
  }
  const verdict = await db.transaction().execute(async (write) => {
    const taken = await believe(write, paying, notice, order, collection)
    await keep({ db: write, vault }, arrived, {
      ...(taken === 'otherOrder'
        ? { verdict: 'wrong', reason: 'tradeNo' as const }
        : { verdict: taken === 'repeated' ? 'repeated' : 'believed', reason: null }),
      orderId: order.id,
      ...said,
    })
    return taken
  })
  return answering(verdict !== 'otherOrder')
}

/** The provider surely has the money, also if the payment fits no order: it goes to suspense. */
async function suspend(
  write: Db,
  paying: Paying,
  notice: Notice,
  {
    reason,
    order,
    collection,
  }: { reason: CallbackReason; order: Order | null; collection: { id: string; provider: string } },
): Promise<void> {
  if (notice.kind !== 'payment' || notice.status !== 'paid') return
  if (notice.currency !== currency || (reason !== 'amount' && reason !== 'order')) return
  await takeUnfitting(write, paying, {
    collectionId: collection.id,
    provider: collection.provider,
    tradeNo: notice.tradeNo,
    orderNo: notice.orderNo,
    amountFen: notice.amountFen,
    order: reason === 'amount' ? order : null,
    paidAt: notice.paidAt ?? databaseDate(),
  })
}

/** What is wrong with a verified notice, as a word of a fixed list; null if nothing is. */
async function wrongIn(
  db: Db,
  notice: Notice,
  order: Order | null,
  collectionId: string,
): Promise<CallbackReason | null> {
  if (!order || !(await wasAsked(db, order, collectionId))) return 'order'
  if (notice.currency !== currency) return 'currency'
  if (notice.kind === 'payment')
    return notice.status === 'paid' && notice.amountFen !== order.amountFen ? 'amount' : null
  const refund = await findRefund(db, order.id, notice.refundNo)
  if (!refund) return 'refund'
  return notice.amountFen !== null && notice.amountFen !== refund.amountFen ? 'amount' : null
}

/** Whether the provider of a collection channel was asked for the payment of an order. */
async function wasAsked(db: Db, order: Order, collectionId: string): Promise<boolean> {
  if (order.collectionId === collectionId) return true
  const { rows } = await sql`select from payment_attempt
    where order_id = ${order.id} and collection_id = ${collectionId} and kind = 'create' limit 1`.execute(db)
  return rows.length > 0
}

async function believe(
  write: Db,
  paying: Paying,
  notice: Notice,
  order: Order,
  collection: { id: string; provider: string },
): Promise<'believed' | 'repeated' | 'otherOrder'> {
  if (notice.kind === 'refund') {
    const refund = await findRefund(write, order.id, notice.refundNo)
    const isNew = refund !== null && (await endByNotice(write, paying, refund.id, notice))
    return isNew ? 'believed' : 'repeated'
  }
  // What is not paid may still be; the steps of the order ask and close it.
  if (notice.status !== 'paid') return 'repeated'
  const taken = await takePayment(write, paying, {
    orderId: order.id,
    collectionId: collection.id,
    provider: collection.provider,
    tradeNo: notice.tradeNo,
    amountFen: notice.amountFen,
    paidAt: notice.paidAt ?? databaseDate(),
  })
  return taken === 'repeated' || taken === 'otherOrder' ? taken : 'believed'
}

/** A refund of a payment in suspense that names no order of ours: such a notice names none either. */
async function findStray(
  db: Db,
  notice: Notice,
  collectionId: string,
): Promise<{ refundId: string; notice: RefundNotice } | null> {
  if (notice.kind !== 'refund' || notice.currency !== currency) return null
  const refund = await findStrayRefund(db, collectionId, notice.refundNo)
  const isOther = notice.amountFen !== null && notice.amountFen !== refund?.amountFen
  return refund && !isOther ? { refundId: refund.id, notice } : null
}

/** @returns whether the notice ended the refund */
async function endByNotice(
  write: Db,
  paying: Paying,
  refundId: string,
  notice: RefundNotice,
): Promise<boolean> {
  if (notice.status === 'pending') return false
  return endRefund(
    write,
    paying,
    refundId,
    notice.status === 'refunded'
      ? { outcome: 'refunded', refundedAt: notice.refundedAt }
      : { outcome: 'refused', message: '' },
  )
}

async function keep(
  { db, vault }: Pick<Paying, 'db' | 'vault'>,
  { collectionId, ip, rawBody }: Arrived,
  {
    verdict,
    reason,
    orderId,
    tradeNo = null,
    amountFen = null,
  }: {
    verdict: string
    reason: CallbackReason | null
    orderId: string | null
    tradeNo?: string | null
    amountFen?: number | null
  },
): Promise<void> {
  await sql`
    insert into payment_callback (collection_id, order_id, verdict, reason, trade_no, amount_fen, ip, body_sealed)
    values (${collectionId}, ${orderId}, ${verdict}, ${reason}, ${tradeNo?.slice(0, 64) ?? null}, ${amountFen}, ${ip},
      ${vault.seal(textOf(rawBody), bodyPurpose)})`.execute(db)
}

/** Keeps the beginning of a callback without a valid signature, unless its collection channel has had too many of them. */
async function keepUnsigned(
  { db, vault }: Paying,
  { collectionId, ip, rawBody }: Arrived,
  reason: CallbackReason,
): Promise<void> {
  await sql`
    insert into payment_callback (collection_id, verdict, reason, ip, body_hash, body_sealed)
    select ${collectionId}, 'wrong', ${reason}, ${ip}, ${hash('sha256', rawBody, 'buffer')},
      ${vault.seal(textOf(rawBody.subarray(0, unsignedBytes)), bodyPurpose)}
    where (select count(*) from (select from payment_callback where collection_id = ${collectionId} and verdict = 'wrong'
      and id >= time_id_at(now() - interval '1 day') limit ${unsignedADay}) c) < ${unsignedADay}`.execute(db)
}

/** A body as text. Of one that is not UTF-8, each byte is a character, so that nothing of what was sent is lost. */
const textOf = (rawBody: Buffer) => rawBody.toString(isUtf8(rawBody) ? 'utf8' : 'latin1')
