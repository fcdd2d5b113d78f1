import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import {
  type AdjustmentDetail,
  type AdjustmentKind,
  type AdjustmentPage,
  adjustment,
} from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
import { sql } from 'kysely'
import type * as z from 'zod'
import { Problem } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Changing } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { LedgerRefusal } from '../../book.ts'
import { adjust, reverse } from '../../bookings.ts'
import { reviewedRows } from '../../review/reviewed-rows.ts'
import { amountWords } from './file.ts'
import { find, ofOwner, rowsOfAdjustments } from './queries.ts'
import { findReversal } from './reversal.ts'

type Of = Changing<typeof adjustmentMachine>
type Filter = Omit<AdjustmentPage, 'current' | 'size' | 'sort'>

/** The transfer that `book` has booked for an adjustment `t` in the same transaction. */
const booked = sql`(select r.transfer_id from transfer_ref r where (r.kind, r.ref_kind, r.ref_id) =
  (case t.kind when 'reverse' then 'reversal' else 'adjust' end, case t.kind when 'reverse' then 'transfer' else 'adjustment' end,
   case t.kind when 'reverse' then t.link_id else t.id end::text))`

/** The rows of the state machine of adjustments, reviewed by another person than who filed them. */
export const entity = reviewedRows<typeof adjustmentMachine, AdjustmentDetail, Filter, Filed>({
  machine: adjustmentMachine,
  table: 'adjustment',
  ofOwner,
  tables: ['account'],
  readFiled,
  review: async (act, of, filed) => {
    if (act === 'approve') await book(of, filed)
  },
  booked,
  telling: {
    words: adjustmentWords.tree.reviewed,
    valuesOf: ({ name, kind, amountFen }) => ({ owner: name, ...amountWords(kind, amountFen) }),
    linkTo: ({ id }) => ({ name: 'FinanceRecharge', query: { tab: 'adjustments', open: id } }),
  },
  find,
  filter: adjustment.page.body.omit({ current: true, size: true, sort: true }) as z.ZodType<Filter>,
  rows: rowsOfAdjustments,
})

interface Filed {
  id: string
  kind: AdjustmentKind
  orgId: string | null
  channelId: string | null
  /** Of the organization or channel. */
  name: string
  linkId: string
  amountFen: number
  createdBy: string
}

/** The adjustments in the order in which accounts are locked: organizations by their ids, then channels by theirs. */
async function readFiled({ db, ids }: Of): Promise<Filed[]> {
  const { rows } = await sql<Filed>`
    select t.id, t.kind, t.org_id, t.channel_id, coalesce(org.name, channel.name) as name, t.link_id,
      t.amount_fen::float8 as amount_fen, t.created_by
    from adjustment t left join org on org.id = t.org_id left join channel on channel.id = t.channel_id
    where t.id = any(${ids}::bigint[]) order by t.org_id nulls last, t.channel_id, t.id`.execute(db)
  return rows
}

/** @throws Problem if one would take more than is available, or reverses what was reversed; then none of them is booked */
async function book({ db, adminId }: Of, filed: readonly Filed[]): Promise<void> {
  const businessDay = businessDayAt(databaseNow(), await storedClock(db))
  for (const each of filed) {
    const entry = { businessDay, by: adminId }
    try {
      if (each.kind === 'reverse') await reverseOne(db, each, entry)
      else {
        const { id, orgId, channelId, amountFen } = each
        const account = orgId === null ? { channelId: channelId as string } : { orgId }
        await adjust(db, { ...entry, account, amountFen, ref: { kind: 'adjustment', id } })
      }
    } catch (error) {
      if (!(error instanceof LedgerRefusal) || error.reason !== 'insufficient') throw error
      throw await aboveAvailable(db, each)
    }
  }
}

/** @throws Problem if the transfer was reversed before */
async function reverseOne(
  db: Db,
  { linkId }: Filed,
  entry: { businessDay: string; by: string | null },
): Promise<void> {
  // The account stays locked from this check to the booking.
  if (typeof (await findReversal(db, linkId)) === 'string')
    throw new Problem(codes.conflict, 'alreadyReversed', { values: { id: linkId } })
  await reverse(db, { id: linkId, ...entry })
}

async function aboveAvailable(db: Db, { orgId, channelId, name, amountFen }: Filed): Promise<Problem> {
  const { rows } = await sql<{ fen: number }>`
    select (balance_fen - held_fen)::float8 as fen from account
    where ${orgId === null ? sql`channel_id = ${channelId}` : sql`org_id = ${orgId}`}`.execute(db)
  const values = { name, available: yuan(rows[0]?.fen ?? 0), amount: yuan(-amountFen) }
  return new Problem(codes.conflict, 'aboveAvailable', { values })
}
