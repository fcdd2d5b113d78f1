import type { TransferKind } from '@kabao/contract/ledger/ledger'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** A business event that is booked or held for, such as a push. */
export interface Ref {
  /** `push`, `login`, …: at most 32 letters. */
  kind: string
  /** At most 64 letters, digits and `: . _ -`. */
  id: string
}

/** The accounts that have no owner: one of each kind. Their balance is the sum of their transfers. */
export type CommonAccount =
  | 'bank'
  | 'gift'
  | 'revenue'
  | 'productRevenue'
  | 'receivable'
  | 'fee'
  | 'channelCost'
  | 'suspense'
  | 'adjustment'

/** An account, by its owner, its kind or its id. */
export type AccountName = { orgId: string } | { channelId: string } | { accountId: string } | CommonAccount

/** A booked transfer. Amounts are in fen. */
export interface Transfer {
  id: string
  at: string
  kind: TransferKind
  debitAccountId: string
  creditAccountId: string
  amountFen: number
  refKind: string
  refId: string
  /** `yyyy-mm-dd` */
  businessDay: string
  /** The administrator who booked it; null: the service. */
  byAdmin: string | null
  reversesId: string | null
  /** Of the guarded account: the number of this transfer there, from 1 without a gap, and its balance afterwards. */
  accountId: string | null
  number: number | null
  balanceAfterFen: number | null
}

/**
 * Why a booking was refused; the transaction goes on, and nothing of the booking is in it.
 * - `insufficient`: the balance would fall below what is held
 * - `other`: the reference was booked before, with another amount or account
 * - `notHeld`: nothing is held by this reference: it never was, or it was given up
 * - `aboveHold`: the amount is above what is held
 * - `posted`: the hold was charged, so it cannot be given up
 * - `notBooked`: what is to be reversed was never booked
 * - `aboveCharge`: the amount is above what was charged
 * - `notReversible`: a reversal is not reversed, and a charge is paid back by a refund
 */
export type LedgerRefusalReason =
  | 'insufficient'
  | 'other'
  | 'notHeld'
  | 'aboveHold'
  | 'posted'
  | 'notBooked'
  | 'aboveCharge'
  | 'notReversible'

export class LedgerRefusal extends Error {
  override name = 'LedgerRefusal'
  readonly reason: LedgerRefusalReason

  constructor(reason: LedgerRefusalReason, ref: Ref) {
    super(`the ledger refuses ${ref.kind} ${ref.id}: ${reason}`)
    this.reason = reason
  }
}

export interface Booking {
  debit: AccountName
  credit: AccountName
  /** A whole number above 0. */
  amountFen: number
  kind: TransferKind
  ref: Ref
  /** `yyyy-mm-dd` */
  businessDay: string
  /** The administrator who books it; by default the service. */
  by?: string | null | undefined
  reversesId?: string
}

/**
 * Books a transfer in the caller's transaction, once for each kind and reference. Asked again, it returns the first one. The row of
 * the guarded account is locked until the transaction ends, so this comes last in it; of several accounts, organizations come first,
 * by their ids, and then channels.
 * @throws LedgerRefusal `insufficient` or `other`
 */
export async function book(write: Db, booking: Booking): Promise<Transfer> {
  const { debit, credit, amountFen, kind, ref, businessDay, by = null, reversesId = null } = booking
  return answerOf(
    write,
    sql`book_transfer(${accountId(debit)}, ${accountId(credit)}, ${whole(amountFen)}, ${kind}, ${ref.kind}, ${ref.id},
      ${businessDay}, ${by}, ${reversesId}, 0)`,
    ref,
  )
}

/** Runs a function of the database that books. @throws LedgerRefusal if it refuses */
export async function answerOf(write: Db, call: RawBuilder<unknown>, ref: Ref): Promise<Transfer> {
  const { rows } = await sql<{ outcome: string } & Transfer>`
    select b.outcome, ${columnsOf('(b.booking)')} from ${call} b`.execute(write)
  const { outcome, ...transfer } = rows[0] as { outcome: string } & Transfer
  if (outcome !== 'booked' && outcome !== 'known')
    throw new LedgerRefusal(outcome as LedgerRefusalReason, ref)
  return transfer
}

/** The transfer of a kind that was booked for a reference. */
export async function findTransfer(db: Db, kind: TransferKind, ref: Ref): Promise<Transfer | null> {
  const { rows } =
    await sql<Transfer>`select ${columnsOf('t')} from transfer_ref r join transfer t on t.id = r.transfer_id
    where r.kind = ${kind} and r.ref_kind = ${ref.kind} and r.ref_id = ${ref.id}`.execute(db)
  return rows[0] ?? null
}

/** A transfer by its id. */
export async function findTransferById(db: Db, id: string): Promise<Transfer | null> {
  const { rows } = await sql<Transfer>`select ${columnsOf('t')} from transfer t where t.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** An amount in fen for the database. @throws RangeError if it is not a whole number above 0 */
export function whole(amountFen: number): number {
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0)
    throw new RangeError(`${amountFen} is not a whole number of fen above 0`)
  return amountFen
}

function accountId(name: AccountName): RawBuilder<string> {
  if (typeof name === 'string') return sql`(select id from account where kind = ${name} and owner_id is null)`
  if ('accountId' in name) return sql`${name.accountId}::bigint`
  return 'orgId' in name
    ? sql`(select id from account where org_id = ${name.orgId})`
    : sql`(select id from account where channel_id = ${name.channelId})`
}

/** The columns of a transfer. `row` is the SQL of the row. */
const columnsOf = (row: string) =>
  sql.raw(
    [
      'id',
      'at',
      'kind',
      'debit_account_id',
      'credit_account_id',
      'amount_fen::float8',
      'ref_kind',
      'ref_id',
      'business_day',
      'by_admin',
      'reverses_id',
      'account_id',
      'number::float8',
      'balance_after_fen::float8',
    ]
      .map((column) => `${row}.${column}`)
      .join(', '),
  )
