import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import { book } from '#ledger'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { bookSuspense } from './books.ts'
import type { Paying } from './payment-context.ts'

/** `open`: a person decides; `backing`: its provider is asked to pay it back; the others are what became of it. */
export type SuspenseStatus = 'open' | 'backing' | 'assigned' | 'paidBack' | 'writtenOff'
/** Why a payment fits no open order, see `payment_suspense` in migration 0054. */
export type SuspenseKind = 'extra' | 'late' | 'amount' | 'order'

/** A payment in suspense as the acts on it read it. `amountFen` is in fen. */
export interface Suspense {
  id: string
  provider: string
  tradeNo: string
  collectionId: string
  /** The order of ours that it names. */
  orderId: string | null
  channelId: string | null
  kind: SuspenseKind
  amountFen: number
  status: SuspenseStatus
  refundId: string | null
  paidAt: string
}

/** What is surely paid, and fits no order. */
export interface Unfitting {
  collectionId: string
  provider: string
  tradeNo: string
  /** The number of the order as the provider gives it. */
  orderNo: string
  /** The order of ours that it names. */
  order: { id: string; channelId: string } | null
  amountFen: number
  paidAt: Date
  /** Whether it has the amount of its order, which has ended. */
  isLate?: boolean
}

/** The largest payment that is taken, in fen. */
const mostFen = 2_147_483_647

const columns = sql`id, provider, trade_no as "tradeNo", collection_id as "collectionId", order_id as "orderId",
  channel_id as "channelId", kind, amount_fen::float8 as "amountFen", status, refund_id as "refundId", paid_at as "paidAt"`

export async function readSuspense(db: Db, id: string): Promise<Suspense | null> {
  const { rows } = await sql<Suspense>`select ${columns} from payment_suspense where id = ${id}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/** Reads a payment in suspense and locks it until the transaction ends; the order that it names is locked before it. */
export async function lockSuspense(write: Db, id: string): Promise<Suspense | null> {
  const { rows } =
    await sql<Suspense>`select ${columns} from payment_suspense where id = ${id} for no key update`.execute(
      write.withoutPlugins(),
    )
  return rows[0] ?? null
}

/** Locks the payment in suspense that a refund pays back. @returns whether there is one */
export async function lockBacked(write: Db, refundId: string): Promise<boolean> {
  const { rows } =
    await sql`select from payment_suspense where refund_id = ${refundId} for no key update`.execute(write)
  return rows.length > 0
}

/**
 * Takes a payment into suspense that has another amount than its order, or names no order, in the caller's transaction. It is taken
 * once for each number of a provider, however often it is reported; a person decides what becomes of it. One of the right amount is
 * late: its order has ended.
 * @returns whether this call took it
 */
export async function takeUnfitting(
  write: Db,
  { clock }: Pick<Paying, 'clock'>,
  { collectionId, provider, tradeNo, orderNo, order, amountFen, paidAt, isLate = false }: Unfitting,
): Promise<boolean> {
  if (tradeNo === '' || tradeNo.length > 64 || amountFen <= 0 || amountFen > mostFen) return false
  const { numAffectedRows } = await sql`
    insert into payment_ref (provider, trade_no, order_id, collection_id, amount_fen, role, paid_at)
    values (${provider}, ${tradeNo}, ${order?.id ?? null}, ${collectionId}, ${amountFen}, 'suspense', ${paidAt.toISOString()})
    on conflict do nothing`.execute(write)
  if (numAffectedRows !== 1n) return false
  const id = await keepSuspense(write, {
    collectionId,
    provider,
    tradeNo,
    orderNo,
    order,
    amountFen,
    paidAt,
    kind: order ? (isLate ? 'late' : 'amount') : 'order',
    refundId: null,
  })
  await book(write, {
    debit: 'receivable',
    credit: 'suspense',
    amountFen,
    kind: 'suspense',
    ref: refOf(id),
    businessDay: businessDayAt(databaseNow(), clock()),
  })
  return true
}

/** Takes the second payment of an order, or one that came too late, into suspense while its provider is asked to pay it back. */
export async function takeExtra(
  write: Db,
  {
    kind,
    refundId,
    businessDay,
    ...extra
  }: Unfitting & {
    order: { id: string; channelId: string }
    kind: 'extra' | 'late'
    refundId: string
    businessDay: string
  },
): Promise<void> {
  const { provider, tradeNo, amountFen, order } = extra
  await bookSuspense(write, { orderId: order.id, provider, tradeNo, amountFen, businessDay })
  await keepSuspense(write, { ...extra, kind, refundId })
}

async function keepSuspense(
  write: Db,
  given: Unfitting & { kind: SuspenseKind; refundId: string | null },
): Promise<string> {
  const { provider, tradeNo, collectionId, order, orderNo, kind, amountFen, refundId, paidAt } = given
  const { rows } = await sql<{ id: string }>`
    insert into payment_suspense (provider, trade_no, collection_id, order_id, channel_id, order_no, kind, amount_fen, status,
      refund_id, paid_at)
    values (${provider}, ${tradeNo}, ${collectionId}, ${order?.id ?? null}, ${order?.channelId ?? null}, ${orderNo.slice(0, 64)},
      ${kind}, ${amountFen}, ${refundId === null ? 'open' : 'backing'}, ${refundId}, ${paidAt.toISOString()})
    returning id`.execute(write.withoutPlugins())
  return rows[0]?.id as string
}

/**
 * Takes a payment out of suspense because it turns out to be that of an order after all, in the caller's transaction.
 * @returns false if a person has decided otherwise, or is about to
 */
export async function takeOut(
  write: Db,
  { provider, tradeNo, businessDay }: { provider: string; tradeNo: string; businessDay: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; amountFen: number }>`
    select id, amount_fen::float8 as "amountFen" from payment_suspense
    where provider = ${provider} and trade_no = ${tradeNo} and status = 'open' for no key update`.execute(
    write.withoutPlugins(),
  )
  const [found] = rows
  if (!found || (await isDecidedOn(write, { suspenseId: found.id }))) return false
  await bookAssigned(write, { suspenseId: found.id, amountFen: found.amountFen, businessDay })
  await endSuspense(write, found.id, 'assigned')
  return true
}

/** Whether what a person decided waits for its review. */
export async function isDecidedOn(
  db: Db,
  { suspenseId = null, refundId = null }: { suspenseId?: string | null; refundId?: string | null },
): Promise<boolean> {
  const { rows } = await sql`select from payment_resolution
    where status = 'pending' and (suspense_id = ${suspenseId} or refund_id = ${refundId}) limit 1`.execute(db)
  return rows.length > 0
}

/** Changes a payment in suspense that is locked. */
export const endSuspense = (
  write: Db,
  id: string,
  status: SuspenseStatus,
  refundId: string | null = null,
): Promise<unknown> =>
  sql`update payment_suspense set status = ${status}, refund_id = coalesce(${refundId}::bigint, refund_id), updated_at = now(),
    version = version + 1 where id = ${id}`.execute(write)

/** Follows the refund that pays a payment in suspense back: done, or refused, so that a person decides. */
export const followRefund = (write: Db, refundId: string, isRefunded: boolean): Promise<unknown> =>
  sql`update payment_suspense set status = ${isRefunded ? 'paidBack' : 'open'}, updated_at = now(), version = version + 1,
      told_at = ${isRefunded ? sql`told_at` : null}
    where refund_id = ${refundId} and status = 'backing'`.execute(write)

/** The payment leaves suspense for the account of what its provider owes; the order is booked like any other. */
export const bookAssigned = (
  write: Db,
  {
    suspenseId,
    amountFen,
    businessDay,
    by,
  }: { suspenseId: string; amountFen: number; businessDay: string; by?: string | null },
) =>
  book(write, {
    debit: 'suspense',
    credit: 'receivable',
    amountFen,
    kind: 'suspenseAssigned',
    ref: refOf(suspenseId),
    businessDay,
    by,
  })

/** How the ledger names a payment in suspense. */
export const refOf = (suspenseId: string) => ({ kind: 'suspense', id: suspenseId })
