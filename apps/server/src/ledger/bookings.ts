import type { Db } from '#platform/db/client'
import { type AccountName, book, findTransferById, LedgerRefusal, type Ref, type Transfer } from './book.ts'

interface Entry {
  /** A whole number above 0. */
  amountFen: number
  ref: Ref
  /** `yyyy-mm-dd` */
  businessDay: string
  /** The administrator who books it; by default the service. */
  by?: string | null | undefined
}

/**
 * Adds a recharge to an organization's balance, once for each reference, in the caller's transaction.
 * @param way what was paid by bank or online, or a gift of the provider
 */
export const recharge = (
  write: Db,
  { orgId, way, ...entry }: Entry & { orgId: string; way: 'bank' | 'online' | 'gift' },
): Promise<Transfer> =>
  book(write, {
    ...entry,
    debit: way === 'gift' ? 'gift' : 'bank',
    credit: { orgId },
    kind: 'recharge',
  })

/**
 * Pays a part of an organization's balance back to its bank account, once for each reference, in the caller's transaction.
 * @throws LedgerRefusal `insufficient` if less is available
 */
export const payOut = (write: Db, { orgId, ...entry }: Entry & { orgId: string }): Promise<Transfer> =>
  book(write, { ...entry, debit: { orgId }, credit: 'bank', kind: 'payout' })

/**
 * Corrects the balance of an organization, or what a channel is owed, once for each reference, in the caller's transaction.
 * @param amountFen a whole number, not 0; below 0, the balance falls
 * @throws LedgerRefusal `insufficient` if less is available
 */
export const adjust = (
  write: Db,
  { account, amountFen, ...entry }: Entry & { account: { orgId: string } | { channelId: string } },
): Promise<Transfer> => {
  const [debit, credit]: [AccountName, AccountName] =
    amountFen < 0 ? [account, 'adjustment'] : ['adjustment', account]
  return book(write, { ...entry, debit, credit, amountFen: Math.abs(amountFen), kind: 'adjust' })
}

/**
 * Books the opposite of a transfer, once, in the caller's transaction.
 * @param id the transfer: not a reversal, and not a charge, which is paid back by `refund`
 * @throws LedgerRefusal `notBooked` if there is no such transfer, `notReversible`, or `insufficient`
 */
export async function reverse(
  write: Db,
  { id, businessDay, by }: { id: string; businessDay: string; by?: string | null | undefined },
): Promise<Transfer> {
  const ref = { kind: 'transfer', id }
  const transfer = await findTransferById(write, id)
  if (!transfer) throw new LedgerRefusal('notBooked', ref)
  if (transfer.kind === 'reversal' || transfer.kind === 'charge')
    throw new LedgerRefusal('notReversible', ref)
  return book(write, {
    debit: { accountId: transfer.creditAccountId },
    credit: { accountId: transfer.debitAccountId },
    amountFen: transfer.amountFen,
    kind: 'reversal',
    ref,
    businessDay,
    by,
    reversesId: id,
  })
}
