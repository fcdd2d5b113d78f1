import { codes } from '@kabao/contract'
import { businessDayAt, instantOf } from '@kabao/contract/kernel/business-clock'
import { correctedAccount, type DifferenceRow } from '@kabao/contract/reconcile/difference'
import { sql } from 'kysely'
import { type AccountName, book, LedgerRefusal } from '#ledger'
import { takeUnfitting, type Unfitting } from '#payment'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { storedClock } from '#platform/settings/business-clock'
import { billZone } from './bill.ts'

interface Correction extends Pick<DifferenceRow, 'kind' | 'item'> {
  orgId: string | null
  channelId: string | null
  amountFen: number
}

/** A payment that only a provider's bill has. */
interface Billed extends Pick<Unfitting, 'collectionId' | 'provider' | 'tradeNo' | 'orderNo' | 'amountFen'> {
  day: string
  orderId: string | null
  channelId: string | null
  isLate: boolean
}

/**
 * Books a correction of a difference, once, in the caller's transaction: to the balance of the organization or of what the channel is
 * owed, against the adjustments; or to what a provider owes, against suspense. A payment that only the bill has enters
 * suspense under its number, so that a person decides what becomes of it.
 * @param adminId who approved it
 * @throws Problem if the balance does not suffice
 */
export async function bookCorrection(write: Db, id: string, adminId: string | null): Promise<void> {
  const { rows } = await sql<Correction>`
    select d.kind, d.item, d.org_id as "orgId", d.channel_id as "channelId", c.amount_fen::float8 as "amountFen"
    from correction c join difference d on d.id = c.difference_id where c.id = ${id}`.execute(
    write.withoutPlugins(),
  )
  const found = rows[0] as Correction
  const { amountFen } = found
  if (await takeFromBill(write, id)) return
  const [raised, other] = accountsOf(found)
  const [debit, credit] = amountFen > 0 ? [other, raised] : [raised, other]
  try {
    await book(write, {
      debit,
      credit,
      amountFen: Math.abs(amountFen),
      kind: 'adjust',
      by: adminId,
      ref: { kind: 'correction', id },
      businessDay: businessDayAt(databaseNow(), await storedClock(write)),
    })
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === 'insufficient')
      throw new Problem(codes.conflict, 'balanceTooLow')
    throw error
  }
}

/** The account whose amount rises by a positive correction, and the other side. */
function accountsOf(found: Correction): [AccountName, AccountName] {
  const account = correctedAccount(found)
  if (account === 'org' && found.orgId !== null) return [{ orgId: found.orgId }, 'adjustment']
  if (account === 'channel' && found.channelId !== null) return [{ channelId: found.channelId }, 'adjustment']
  // What a provider owes is the debit side of its account, as with a payment.
  if (account === 'provider') return ['suspense', 'receivable']
  throw new Problem(codes.conflict, 'nothingToCorrect')
}

/** Takes a payment of a bill that we do not know, with the amount of the correction, into suspense. @returns whether there is one */
async function takeFromBill(write: Db, id: string): Promise<boolean> {
  const { rows } = await sql<Billed>`
    select d.collection_id as "collectionId", p.provider, d.ref as "tradeNo", d.theirs_fen::float8 as "amountFen",
      to_char(d.day, 'YYYY-MM-DD') as day, coalesce(o.id::text, '') as "orderNo", o.id as "orderId", o.channel_id as "channelId",
      coalesce(o.amount_fen = d.theirs_fen and o.status <> 'created', false) as "isLate"
    from correction c join difference d on d.id = c.difference_id join collection p on p.id = d.collection_id
      left join payment_order o on o.id::text = d.ours_id
    where c.id = ${id} and d.kind = 'bill' and d.item = 'payment' and d.ours_fen is null and d.theirs_fen = c.amount_fen`.execute(
    write.withoutPlugins(),
  )
  const [billed] = rows
  if (!billed) return false
  const { day, orderId, channelId, ...payment } = billed
  const clock = await storedClock(write)
  const isTaken = await takeUnfitting(
    write,
    { clock: () => clock },
    {
      ...payment,
      order: orderId !== null && channelId !== null ? { id: orderId, channelId } : null,
      paidAt: new Date(instantOf(`${day} 00:00:00`, billZone)),
    },
  )
  // Reported since the comparison, so it is booked already.
  if (!isTaken) throw new Problem(codes.conflict, 'nothingToCorrect')
  return true
}
