import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { answerOf, book, findTransfer, LedgerRefusal, type Ref, type Transfer, whole } from './book.ts'

export { LedgerRefusal, type Ref, type Transfer } from './book.ts'

/**
 * Holds the price of what is under way, in the caller's transaction: what is available falls, the balance stays. Asked again with
 * the same reference, it answers `held` and holds nothing more, also after the charge. After a give-up it holds anew.
 * The account's row is locked until the transaction ends, so this comes last in it.
 * @returns `insufficient` if less is available; nothing is written then
 * @throws LedgerRefusal `other` if the reference holds another amount, or an amount of another organization
 */
export async function hold(
  write: Db,
  { orgId, amountFen, ref }: { orgId: string; amountFen: number; ref: Ref },
): Promise<'held' | 'insufficient'> {
  const { rows } = await sql<{ outcome: 'held' | 'insufficient' | 'other' }>`
    select hold_amount(${orgId}, ${whole(amountFen)}, ${ref.kind}, ${ref.id}) as outcome`.execute(write)
  const { outcome } = rows[0] as { outcome: 'held' | 'insufficient' | 'other' }
  if (outcome === 'other') throw new LedgerRefusal('other', ref)
  return outcome
}

/**
 * Charges what is held, once, in the caller's transaction. Asked again, it returns the first charge.
 * @param amountFen at most what is held; the rest is released. By default all that is held.
 * @throws LedgerRefusal `notHeld` after a give-up, `aboveHold`, or `other` if it was charged with another amount
 */
export async function post(
  write: Db,
  { ref, businessDay, amountFen }: { ref: Ref; businessDay: string; amountFen?: number },
): Promise<Transfer> {
  const amount = amountFen === undefined ? null : whole(amountFen)
  return answerOf(write, sql`post_hold(${ref.kind}, ${ref.id}, ${amount}, ${businessDay})`, ref)
}

/**
 * Releases what is held, once, in the caller's transaction; does nothing if nothing is held.
 * @throws LedgerRefusal `posted` if it was charged
 */
export async function giveUp(write: Db, { ref }: { ref: Ref }): Promise<void> {
  const { rows } = await sql<{ outcome: 'released' | 'nothing' | 'posted' }>`
    select release_hold(${ref.kind}, ${ref.id}) as outcome`.execute(write)
  if (rows[0]?.outcome === 'posted') throw new LedgerRefusal('posted', ref)
}

/**
 * Pays a charge back, once for each reference, in the caller's transaction. Asked again, it returns the first refund.
 * @param ref the reference of the charge
 * @throws LedgerRefusal `notBooked` if nothing was charged, `aboveCharge`, or `other` if it was refunded with another amount
 */
export async function refund(
  write: Db,
  {
    ref,
    amountFen,
    businessDay,
    by,
  }: { ref: Ref; amountFen: number; businessDay: string; by?: string | null | undefined },
): Promise<Transfer> {
  const charge = await findTransfer(write, 'charge', ref)
  if (!charge) throw new LedgerRefusal('notBooked', ref)
  if (amountFen > charge.amountFen) throw new LedgerRefusal('aboveCharge', ref)
  return book(write, {
    debit: { accountId: charge.creditAccountId },
    credit: { accountId: charge.debitAccountId },
    amountFen,
    kind: 'refund',
    ref,
    businessDay,
    by,
    reversesId: charge.id,
  })
}
