import type { TransferKind } from '@kabao/contract/ledger/ledger'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { findTransfer, findTransferById } from '../../book.ts'

/** The kinds of transfers that a person can reverse. Others are reversed by what they belong to, such as a return. */
const reversible: readonly TransferKind[] = ['recharge', 'payout', 'adjust']

/** What the reversal of a transfer changes. */
export interface Reversal {
  /** Exactly one of both: whose balance changes. */
  orgId: string | null
  channelId: string | null
  /** How it changes; below 0, it falls. */
  amountFen: number
}

/**
 * What the reversal of a transfer would change, or why it cannot be reversed. Locks the account, so that nobody else reverses it at
 * the same time.
 */
export async function findReversal(
  write: Db,
  transferId: string,
): Promise<Reversal | 'noSuchTransfer' | 'notReversible' | 'alreadyReversed'> {
  const transfer = await findTransferById(write, transferId)
  if (!transfer) return 'noSuchTransfer'
  if (!reversible.includes(transfer.kind) || transfer.accountId === null) return 'notReversible'
  const { rows } = await sql<{ orgId: string | null; channelId: string | null }>`
    select org_id, channel_id from account where id = ${transfer.accountId} for no key update`.execute(write)
  const [owner] = rows
  if (!owner) return 'noSuchTransfer'
  if (await findTransfer(write, 'reversal', { kind: 'transfer', id: transferId })) return 'alreadyReversed'
  const isGain = transfer.creditAccountId === transfer.accountId
  return { ...owner, amountFen: isGain ? -transfer.amountFen : transfer.amountFen }
}
