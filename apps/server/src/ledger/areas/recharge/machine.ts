import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import {
  type RechargeDetail,
  type RechargePage,
  type RechargeWay,
  recharge,
} from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { rechargeMachine } from '@kabao/contract/ledger/recharge-machine'
import { sql } from 'kysely'
import type * as z from 'zod'
import { Problem } from '#platform/base/problem'
import { yuan } from '#platform/base/yuan'
import { databaseNow } from '#platform/db/now'
import type { Changing } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { LedgerRefusal } from '../../book.ts'
import { recharge as bookRecharge, payOut } from '../../bookings.ts'
import { reviewedRows } from '../../review/reviewed-rows.ts'
import { findBalance } from './balance.ts'
import { amountWords } from './file.ts'
import { find, rowsOfRecharges } from './queries.ts'

type Of = Changing<typeof rechargeMachine>
type Filter = Omit<RechargePage, 'current' | 'size' | 'sort'>

/** The transfer that `book` has booked for a recharge `t` in the same transaction. */
const booked = sql`(select r.transfer_id from transfer_ref r
  where r.kind = case t.way when 'refund' then 'payout' else 'recharge' end and r.ref_kind = 'recharge' and r.ref_id = t.id::text)`

/** The rows of the state machine of recharges, reviewed by another person than who filed them. */
export const entity = reviewedRows<typeof rechargeMachine, RechargeDetail, Filter, Filed>({
  machine: rechargeMachine,
  table: 'recharge',
  tables: ['account'],
  readFiled,
  review: async (act, of, filed) => {
    if (act === 'approve') await book(of, filed)
  },
  booked,
  telling: {
    words: rechargeWords.tree.reviewed,
    valuesOf: ({ orgName, way, amountFen }) => ({ org: orgName, ...amountWords(way, amountFen) }),
    linkTo: ({ id }) => ({ name: 'FinanceRecharge', query: { open: id } }),
  },
  async find(db, id, { adminId }) {
    const row = await find(db, id, adminId)
    const balance = row && (await findBalance(db, row.orgId))
    return row && balance && { ...row, balance }
  },
  filter: recharge.page.body.omit({ current: true, size: true, sort: true }) as z.ZodType<Filter>,
  rows: rowsOfRecharges,
})

interface Filed {
  id: string
  orgId: string
  orgName: string
  way: RechargeWay
  amountFen: number
  createdBy: string
}

/** The recharges by the ids of their organizations, in which order accounts are locked. */
async function readFiled({ db, ids }: Of): Promise<Filed[]> {
  const { rows } = await sql<Filed>`
    select t.id, t.org_id, org.name as org_name, t.way, t.amount_fen::float8 as amount_fen, t.created_by
    from recharge t join org on org.id = t.org_id where t.id = any(${ids}::bigint[]) order by t.org_id, t.id`.execute(
    db,
  )
  return rows
}

/** @throws Problem if a refund is above what is available; then none of them is booked */
async function book({ db, adminId }: Of, filed: readonly Filed[]): Promise<void> {
  const businessDay = businessDayAt(databaseNow(), await storedClock(db))
  for (const { id, orgId, orgName, way, amountFen } of filed) {
    const entry = { orgId, ref: { kind: 'recharge', id }, businessDay, by: adminId }
    try {
      if (way === 'refund') await payOut(db, { ...entry, amountFen: -amountFen })
      else await bookRecharge(db, { ...entry, way, amountFen })
    } catch (error) {
      if (!(error instanceof LedgerRefusal) || error.reason !== 'insufficient') throw error
      const available = (await findBalance(db, orgId))?.availableFen ?? 0
      const values = { name: orgName, available: yuan(available), amount: yuan(-amountFen) }
      throw new Problem(codes.conflict, 'aboveAvailable', { values })
    }
  }
}
