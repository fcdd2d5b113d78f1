import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/**
 * What is wrong with a transfer, or with an account.
 * - `changed`: a transfer is not as it was booked
 * - `removed`: a transfer is missing
 * - `inserted`: a transfer was not booked by the ledger
 * - `balance`: the balance of an account is not that after its last transfer
 * - `held`: what is held on an account is not the sum of its holds
 * - `reference`: a transfer has not its reference, or a reference not its transfer
 */
export type FaultKind = 'changed' | 'removed' | 'inserted' | 'balance' | 'held' | 'reference'

export interface Fault {
  kind: FaultKind
  accountId: string | null
  /** The number of the transfer on its account; null for a fault of the account. */
  number: number | null
  transferId: string | null
}

/** The number of the last transfer of an account. */
export const lastNumber = sql<number>`transfers::float8`

interface Link {
  number: number
  id: string
  /** The number of the transfer before it; null if it is the first that was read. */
  before: number | null
  beforeId: string | null
  /** Its hash is that of its fields. */
  isWhole: boolean
  /** It names the hash of the one before it. */
  isLinked: boolean
  /** Its balance is that of the one before it and its amount. */
  isSummed: boolean
  hasReference: boolean
}

/**
 * Checks the transfers of an account with the numbers above `from` up to `to`.
 * @returns how many there are, and what is wrong with them
 */
export async function findChainFaults(
  db: Db,
  accountId: string,
  { from, to }: { from: number; to: number },
): Promise<{ count: number; faults: Fault[] }> {
  const { rows: found } = await sql<{ count: number; last: number }>`
    select count(*)::float8 as count, coalesce(max(number), ${from})::float8 as last from transfer
    where account_id = ${accountId} and number > ${from} and number <= ${to}`.execute(db)
  // The one before is read too; the chain begins with a hash of zeros and the balance 0.
  const { rows } = await sql<Link>`
    select number::float8, id, before::float8, before_id, is_whole, is_linked, is_summed, has_reference from (
      select t.number, t.id, lag(t.number) over steps as before, lag(t.id) over steps as before_id,
        t.hash = sha256(convert_to(transfer_text(t), 'UTF8')) as is_whole,
        t.previous_hash = lag(t.hash, 1, decode(repeat('00', 32), 'hex')) over steps as is_linked,
        t.balance_after_fen = lag(t.balance_after_fen, 1, 0::bigint) over steps
          + case t.account_id when t.credit_account_id then t.amount_fen else -t.amount_fen end as is_summed,
        coalesce((select r.transfer_id from transfer_ref r where r.kind = t.kind and r.ref_kind = t.ref_kind
          and r.ref_id = t.ref_id) = t.id, false) as has_reference
      from transfer t where t.account_id = ${accountId} and t.number between ${from} and ${to}
      window steps as (order by t.number, t.id)
    ) link
    where number > ${from}
      and not (is_whole and is_linked and is_summed and has_reference and number = coalesce(before, ${from}) + 1)
    order by number, id limit 100`.execute(db)
  const { count, last } = found[0] as { count: number; last: number }
  const faults: Fault[] = []
  for (const link of rows) {
    const isAfterChanged = faults.some(({ kind, number }) => kind === 'changed' && number === link.before)
    faults.push(...faultsOf(accountId, from, isAfterChanged ? { ...link, isSummed: true } : link))
  }
  // Those at the end are missing for no transfer after them.
  if (last < to) faults.push({ kind: 'removed', accountId, number: last + 1, transferId: null })
  return { count, faults: await nameInserted(db, faults) }
}

function faultsOf(accountId: string, from: number, link: Link): Fault[] {
  const { number, id, before, beforeId } = link
  const fault = (kind: FaultKind, of = number, transferId: string | null = id): Fault => ({
    kind,
    accountId,
    number: of,
    transferId,
  })
  const faults: Fault[] = []
  if (!link.hasReference) faults.push(fault('reference'))
  if (!link.isWhole) return [...faults, fault('changed')]
  // Two of one number: `nameInserted` finds out which of them is not of the chain.
  if (number === before) return [...faults, fault('inserted')]
  if (number !== (before ?? from) + 1) return [...faults, fault('removed', (before ?? from) + 1, null)]
  // What comes before was read with other transfers, and is missing there.
  if (before === null && from > 0) return faults
  // Whole by itself, and its own hash is named by the one after it: then the one before has another hash than when this was booked.
  if (!link.isLinked)
    return [...faults, before === null ? fault('changed') : fault('changed', before, beforeId)]
  if (!link.isSummed) return [...faults, fault('changed')]
  return faults
}

/** Of two transfers of one number, that one was inserted whose hash is named neither by the next one nor by the account. */
async function nameInserted(db: Db, faults: readonly Fault[]): Promise<Fault[]> {
  const named: Fault[] = []
  for (const fault of faults) {
    if (fault.kind !== 'inserted') {
      named.push(fault)
      continue
    }
    const { rows } = await sql<{ id: string }>`
      select t.id from transfer t where t.account_id = ${fault.accountId} and t.number = ${fault.number}
        and not exists (select from transfer next where next.account_id = t.account_id and next.number = t.number + 1
          and next.previous_hash = t.hash)
        and not exists (select from account a where a.id = t.account_id and a.transfers = t.number and a.hash = t.hash)
      order by t.id`.execute(db)
    named.push(...rows.map(({ id }): Fault => ({ ...fault, transferId: id })))
  }
  const inserted = new Set(named.filter(({ kind }) => kind === 'inserted').map(({ number }) => number))
  // The one after an inserted one is linked to the other one of that number.
  return named.filter(({ kind, number }) => kind !== 'changed' || !inserted.has(number))
}
