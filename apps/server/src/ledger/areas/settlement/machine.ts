import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { type SettlementRow, settlement } from '@kabao/contract/ledger/settlement'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import { databaseNow } from '#platform/db/now'
import type { Changing, Entity } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { giveUp } from '../../holds.ts'
import { payHeld } from '../../payable.ts'
import { withReview } from '../../review/with-review.ts'
import { find, ofOwner, rowsOfSettlements } from './queries.ts'

type Filter = Omit<Parameters<typeof rowsOfSettlements>[0], 'sort'>

const ofSettlements: Entity<typeof settlementMachine, SettlementRow, Filter> = {
  machine: settlementMachine,
  table: 'settlement',
  ofOwner,
  async change(act, changing) {
    if (act !== 'pay') return {}
    await refuseWithoutVoucher(changing)
    return { columns: { paidBy: changing.adminId, paidAt: sql`now()` } }
  },
  effects: {
    tables: ['account', 'hold', 'transfer', 'transfer_ref'],
    run: async (act, changing) => {
      if (act === 'pay') await pay(changing)
      if (act === 'refuse' || act === 'withdraw')
        for (const id of changing.ids) await giveUp(changing.db, { ref: { kind: 'settlement', id } })
    },
  },
  async show(db, id, { owner, adminId = null }) {
    const row = await find(db, id, { owner, adminId })
    if (!row) throw notFound()
    return row
  },
  filter: settlement.page.body.omit({ current: true, size: true, sort: true }),
  rows: ({ owner }, filter) => rowsOfSettlements({ ...filter, sort: 'createdAt' }, owner),
}

/** The rows of the state machine of settlements, confirmed by another person than who drafted them. */
export const entity = withReview(ofSettlements, { filedBy: 'created_by' })

type Of = Changing<typeof settlementMachine>

/** @throws Problem if the voucher of a payment is missing */
async function refuseWithoutVoucher({ db, ids }: Of): Promise<void> {
  const { rows } = await sql`select from settlement
    where id = any(${ids}::bigint[]) and voucher_file_id is null limit 1`.execute(db)
  if (rows.length > 0) throw new Problem(codes.conflict, 'noVoucher')
}

/** Books the payments of what was held since the drafts. */
async function pay({ db, ids, adminId }: Of): Promise<void> {
  const businessDay = businessDayAt(databaseNow(), await storedClock(db))
  for (const id of ids) await payHeld(db, { ref: { kind: 'settlement', id }, businessDay, by: adminId })
}
