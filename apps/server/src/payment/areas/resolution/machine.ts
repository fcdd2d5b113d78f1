import {
  type ResolutionKind,
  type ResolutionPage,
  type ResolutionRow,
  resolution,
} from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { sql } from 'kysely'
import type * as z from 'zod'
import { reviewedRows } from '#ledger'
import { yuan } from '#platform/base/yuan'
import type { Changing } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { linkPool } from '../../open.ts'
import { carryOut, dropResolution, ResolutionRefusal } from '../../resolutions.ts'
import { find, ofOwner, rowsOfResolutions } from './queries.ts'
import { problemOf } from './refusal.ts'

type Of = Changing<typeof resolutionMachine>
type Filter = Omit<ResolutionPage, 'current' | 'size' | 'sort'>

/** The transfer that `carryOut` has booked for a resolution `t` in the same transaction. */
const booked = sql`(select r.transfer_id from transfer_ref r
  where r.kind = case when t.refund_id is not null then 'refundByHand' when t.kind = 'assign' then 'suspenseAssigned'
      when t.kind = 'byHand' then 'suspenseByHand' when t.kind = 'writeOff' then 'suspenseWrittenOff' end
    and r.ref_kind = case when t.refund_id is null then 'suspense' else 'orderRefund' end
    and r.ref_id = coalesce(t.suspense_id, t.refund_id)::text)`

/** The rows of the state machine of resolutions, reviewed by another person than who filed them. */
export const entity = reviewedRows<typeof resolutionMachine, ResolutionRow, Filter, Filed>({
  machine: resolutionMachine,
  table: 'paymentResolution',
  ofOwner,
  tables: [
    'payment_suspense',
    'payment_refund',
    'payment_order',
    'payment_ref',
    'payment_due',
    'payment_notice',
    'collection_day',
    'product_sale',
    'product_user',
  ],
  readFiled,
  review: perform,
  booked,
  telling: {
    words: resolutionWords.tree.reviewed,
    valuesOf: ({ kind, amountFen }) => ({
      kind: resolutionWords.tree.kind[kind],
      amount: yuan(amountFen),
    }),
    linkTo: ({ id }) => ({ name: 'PayConfigSuspenseList', query: { tab: 'resolutions', open: id } }),
  },
  find,
  filter: resolution.page.body.omit({ current: true, size: true, sort: true }) as z.ZodType<Filter>,
  rows: rowsOfResolutions,
})

interface Filed {
  id: string
  kind: ResolutionKind
  suspenseId: string | null
  refundId: string | null
  targetOrderId: string | null
  amountFen: number
  createdBy: string
}

/** The resolutions by the orders that they change, in which order those are locked. */
async function readFiled({ db, ids }: Of): Promise<Filed[]> {
  const { rows } = await sql<Filed>`
    select id, kind, suspense_id as "suspenseId", refund_id as "refundId", target_order_id as "targetOrderId",
      amount_fen::float8 as "amountFen", created_by as "createdBy"
    from payment_resolution where id = any(${ids}::bigint[]) order by coalesce(order_id, target_order_id), id`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** @throws Problem if one of them cannot be done any more; then none is */
async function perform(act: 'approve' | 'reject', { db, adminId }: Of, filed: readonly Filed[]) {
  const clock = await storedClock(db)
  for (const one of filed)
    try {
      if (act === 'approve') await carryOut(db, { ...one, by: adminId }, { clock, pool: linkPool })
      else await dropResolution(db, one)
    } catch (error) {
      throw error instanceof ResolutionRefusal ? problemOf(error) : error
    }
}
