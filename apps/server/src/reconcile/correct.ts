import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/business-clock'
import { correctedAccount, type DifferenceRow } from '@kabao/contract/difference'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { Problem } from '#http/problem'
import { storedClock } from '#settings/business-clock'
import { type AccountName, book, LedgerRefusal } from '../ledger/book.ts'

interface Correction extends Pick<DifferenceRow, 'kind' | 'item'> {
  orgId: string | null
  channelId: string | null
  amountFen: number
}

/**
 * Books a correction of a difference, once, in the caller's transaction: to the balance of the organisation or of what the channel is
 * owed, against the adjustments; or to what a provider owes, against the suspense account.
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
  const [raised, other] = accountsOf(found)
  const [debit, credit] = amountFen > 0 ? [other, raised] : [raised, other]
  try {
    await book(write, {
      ...{ debit, credit, amountFen: Math.abs(amountFen), kind: 'adjust', by: adminId },
      ref: { kind: 'correction', id },
      businessDay: businessDayAt(Date.now(), await storedClock(write)),
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
