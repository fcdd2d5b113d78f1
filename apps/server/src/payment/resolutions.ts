import { type BusinessClock, businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { book, type Transfer } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { addDue } from './due-work.ts'
import { addNotice } from './notices.ts'
import { lockOrder, type Order, readOrder } from './orders.ts'
import type { LinkPool } from './payment-context.ts'
import { endRefund, lockOfRefund, type Refund, readRefund } from './refund-end.ts'
import { askAgain, isQuiet, NothingLeft, reserveRefund } from './refunds.ts'
import {
  bookAssigned,
  endSuspense,
  isDecidedOn,
  lockSuspense,
  readSuspense,
  refOf,
  type Suspense,
} from './suspense.ts'
import { payOrder, takeAgain } from './take-payment.ts'

/**
 * What a person decides about a payment in suspense, or about a refund that its provider does not make. `assign`: the payment pays
 * another order; `payBack`: its provider pays it back; `byHand`: it was paid back otherwise; `writeOff`: nobody gets it.
 */
export type ResolutionKind = 'assign' | 'payBack' | 'byHand' | 'writeOff'

/** After how long without a sure answer a person may decide about a refund, in milliseconds. */
const silentMs = 3_600_000

/**
 * - `gone`: there is no such payment or refund
 * - `pending`: another decision waits for its review
 * - `done`: it is paid back, assigned or written off
 * - `underWay`: its provider is being asked, and has not been silent for long
 * - `ofSuspense`: a refund of a payment in suspense, which is decided on there
 * - `noTarget`: there is no such order
 * - `otherAmount`: the order has another amount
 * - `targetPaid`: the order is paid
 * - `targetGone`: the order is closed, and its stock or its place is taken
 * - `nothingLeft`: the amount was refunded otherwise
 */
export type ResolutionRefusalReason =
  | 'gone'
  | 'pending'
  | 'done'
  | 'underWay'
  | 'ofSuspense'
  | 'noTarget'
  | 'otherAmount'
  | 'targetPaid'
  | 'targetGone'
  | 'nothingLeft'

/** Why a decision is refused; the caller rolls back. */
export class ResolutionRefusal extends Error {
  override name = 'ResolutionRefusal'
  readonly reason: ResolutionRefusalReason

  constructor(reason: ResolutionRefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** What is decided, and about what: exactly one of both ids. */
export interface Decided {
  kind: ResolutionKind
  suspenseId: string | null
  refundId: string | null
  /** The order that gets the payment; only of `assign`. */
  targetOrderId: string | null
}

interface Clocked {
  clock: BusinessClock
}

/**
 * Prepares a decision in the transaction that files it: the amount of a refund is reserved on its order, and a provider that cannot
 * pay back is not asked any more. From here on until the review, nobody else can decide.
 * @returns the amount in fen, and the order that the payment or the refund is of
 * @throws ResolutionRefusal
 */
export async function prepareResolution(
  write: Db,
  decided: Decided,
  { clock }: Clocked,
): Promise<{ amountFen: number; orderId: string | null; channelId: string | null }> {
  const { kind, suspenseId, refundId, targetOrderId } = decided
  if (suspenseId === null) {
    const { refund, order } = await lockRefund(write, refundId as string, clock)
    if (refund.kind !== 'asked' || !order) throw new ResolutionRefusal('ofSuspense')
    await refuseDecided(write, decided)
    if (!(await reserveRefund(write, order.id, refund.amountFen))) throw new ResolutionRefusal('nothingLeft')
    return { amountFen: refund.amountFen, orderId: order.id, channelId: order.channelId }
  }
  const seen = await readSuspense(write, suspenseId)
  if (!seen) throw new ResolutionRefusal('gone')
  if (seen.status === 'backing') await lockRefund(write, seen.refundId as string, clock)
  else if (seen.orderId !== null) await lockOrder(write, seen.orderId)
  const locked = await lockSuspense(write, suspenseId)
  if (locked?.status !== 'open') throw new ResolutionRefusal('done')
  await refuseDecided(write, decided)
  if (kind === 'assign') refuseTarget(await readOrder(write, targetOrderId as string), locked.amountFen)
  return { amountFen: locked.amountFen, orderId: locked.orderId, channelId: locked.channelId }
}

/**
 * Does what was decided, in the transaction of its approval: exactly once, because the payment or the refund is locked and its state
 * is compared.
 * @returns what was booked; null for `payBack`, which is booked when its provider has paid
 * @throws ResolutionRefusal if something else became of it
 */
export async function carryOut(
  write: Db,
  decided: Decided & { by: string | null },
  { clock, pool }: Clocked & { pool: LinkPool },
): Promise<Transfer | null> {
  const { kind, suspenseId, refundId, targetOrderId, by } = decided
  const businessDay = businessDayAt(databaseNow(), clock)
  if (suspenseId === null) return refundedByHand(write, refundId as string, { businessDay, by })
  const seen = await readSuspense(write, suspenseId)
  if (!seen) throw new ResolutionRefusal('gone')
  const orderIds = [seen.orderId, kind === 'assign' ? targetOrderId : null].filter((id) => id !== null)
  const orders = new Map<string, Order>()
  for (const id of orderIds.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const order = await lockOrder(write, id)
    if (order) orders.set(id, order)
  }
  const suspense = await lockSuspense(write, suspenseId)
  if (suspense?.status !== 'open') throw new ResolutionRefusal('done')
  const { amountFen, provider, tradeNo, collectionId } = suspense
  switch (kind) {
    case 'assign': {
      const order = refuseTarget(orders.get(targetOrderId as string) ?? null, amountFen)
      const clocked = { pool, clock: () => clock }
      if (order.status !== 'created' && !(await takeAgain(write, clocked, order, collectionId)))
        throw new ResolutionRefusal('targetGone')
      await sql`update payment_ref set role = 'order', order_id = ${order.id}
        where provider = ${provider} and trade_no = ${tradeNo}`.execute(write)
      const transfer = await bookAssigned(write, { suspenseId, amountFen, businessDay, by })
      await payOrder(write, clocked, order, {
        orderId: order.id,
        collectionId,
        provider,
        tradeNo,
        amountFen,
        businessDay,
        paidAt: new Date(suspense.paidAt),
      })
      await endSuspense(write, suspenseId, 'assigned')
      return transfer
    }
    case 'payBack':
      await payBack(write, suspense, by)
      return null
    case 'byHand': {
      if (suspense.refundId !== null) await markByHand(write, suspense.refundId, by)
      await endSuspense(write, suspenseId, 'paidBack')
      return book(write, {
        debit: 'suspense',
        credit: 'bank',
        amountFen,
        kind: 'suspenseByHand',
        ref: refOf(suspenseId),
        businessDay,
        by,
      })
    }
    case 'writeOff': {
      await endSuspense(write, suspenseId, 'writtenOff')
      return book(write, {
        debit: 'suspense',
        credit: 'adjustment',
        amountFen,
        kind: 'suspenseWrittenOff',
        ref: refOf(suspenseId),
        businessDay,
        by,
      })
    }
  }
}

/** Gives back what `prepareResolution` has reserved, in the transaction of the rejection. */
export async function dropResolution(write: Db, { refundId }: Pick<Decided, 'refundId'>): Promise<void> {
  const refund = refundId === null ? null : await readRefund(write, refundId)
  if (refund?.orderId) await release(write, { orderId: refund.orderId, amountFen: refund.amountFen }, 0)
}

/** Locks what a refund is of that its provider has refused. One that it cannot make, or says nothing about, is stopped. @throws ResolutionRefusal */
async function lockRefund(
  write: Db,
  refundId: string,
  clock: BusinessClock,
): Promise<{ refund: Refund; order: Order | null }> {
  const seen = await readRefund(write, refundId)
  const order = seen ? await lockOfRefund(write, seen) : undefined
  const refund = await readRefund(write, refundId)
  if (!refund || order === undefined) throw new ResolutionRefusal('gone')
  if (refund.status === 'refunded') throw new ResolutionRefusal('done')
  if (refund.status === 'refused') return { refund, order }
  // Nobody is asking its provider now, and it cannot or does not answer: its collection channel is closed, or it has been silent.
  const { rows } = await sql`
    select from payment_refund join collection c on c.id = payment_refund.collection_id
    where payment_refund.id = ${refundId} and ${isQuiet}
      and (c.status = 'disabled' or asked_at < now() - ${sql.lit(silentMs)} * interval '1 millisecond')
    for no key update of payment_refund`.execute(write)
  if (rows.length === 0) throw new ResolutionRefusal('underWay')
  await endRefund(write, { clock: () => clock }, refundId, { outcome: 'refused', message: 'stopped' })
  return { refund, order }
}

/** @throws ResolutionRefusal if another decision waits */
async function refuseDecided(write: Db, decided: Decided): Promise<void> {
  if (await isDecidedOn(write, decided)) throw new ResolutionRefusal('pending')
}

/** @throws ResolutionRefusal if an order cannot get a payment of this amount */
function refuseTarget(order: Order | null, amountFen: number): Order {
  if (!order) throw new ResolutionRefusal('noTarget')
  if (order.status !== 'created' && order.status !== 'closed' && order.status !== 'failed')
    throw new ResolutionRefusal('targetPaid')
  if (order.amountFen !== amountFen) throw new ResolutionRefusal('otherAmount')
  return order
}

/** A refund that its provider refused is paid back by hand: booked from the bank, and the channel is told. */
async function refundedByHand(
  write: Db,
  refundId: string,
  { businessDay, by }: { businessDay: string; by: string | null },
): Promise<Transfer> {
  const seen = await readRefund(write, refundId)
  const order = seen?.orderId ? await lockOrder(write, seen.orderId) : null
  if (!seen || !order) throw new ResolutionRefusal('gone')
  await markByHand(write, refundId, by)
  await release(write, { orderId: order.id, amountFen: seen.amountFen }, seen.amountFen)
  await addNotice(write, { orderId: order.id, channelId: order.channelId, event: 'refunded', refundId })
  return book(write, {
    debit: 'productRevenue',
    credit: 'bank',
    amountFen: seen.amountFen,
    kind: 'refundByHand',
    ref: { kind: 'orderRefund', id: refundId },
    businessDay,
    by,
  })
}

/** @throws ResolutionRefusal if the refund is not refused any more */
async function markByHand(write: Db, refundId: string, by: string | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update payment_refund set status = 'refunded', by_hand = true, refunded_at = now(), message = null, updated_by = ${by},
      updated_at = now(), version = version + 1
    where id = ${refundId} and status = 'refused'`.execute(write)
  if (numAffectedRows !== 1n) throw new ResolutionRefusal('done')
}

/** Ends the reservation of a refund on its order. @param refundedFen what of it was paid back */
async function release(
  write: Db,
  { orderId, amountFen }: { orderId: string; amountFen: number },
  refundedFen: number,
): Promise<void> {
  await lockOrder(write, orderId)
  await sql`
    update payment_order set refunding_fen = refunding_fen - ${amountFen}, refunded_fen = refunded_fen + ${refundedFen},
      updated_at = now(), version = version + 1,
      status = case when refunding_fen > ${amountFen} then 'refunding' when refunded_fen + ${refundedFen} = paid_fen then 'refunded'
        else 'paid' end
    where id = ${orderId}`.execute(write)
}

/** Has the provider pay a payment in suspense back; a refund that it refused before is asked for again, under its number. */
async function payBack(
  write: Db,
  { id, orderId, collectionId, provider, tradeNo, amountFen, refundId }: Suspense,
  by: string | null,
): Promise<void> {
  if (refundId !== null) {
    const isAsked = await askAgain(write, refundId, by, true).catch((error: unknown) => {
      if (error instanceof NothingLeft) return false
      throw error
    })
    if (!isAsked) throw new ResolutionRefusal('done')
    return
  }
  const { rows } = await sql<{ id: string }>`
    insert into payment_refund (order_id, collection_id, provider, trade_no, kind, amount_fen, created_by, updated_by)
    values (${orderId}, ${collectionId}, ${provider}, ${tradeNo}, 'suspense', ${amountFen}, ${by}, ${by})
    returning id`.execute(write.withoutPlugins())
  const made = rows[0]?.id as string
  await addDue(write, 'refund', made, 0)
  await endSuspense(write, id, 'backing', made)
}
