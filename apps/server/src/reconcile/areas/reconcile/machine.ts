import { codes } from '@kabao/contract'
import { type CorrectionRow, correction } from '@kabao/contract/reconcile/correction'
import { correctionMachine } from '@kabao/contract/reconcile/correction-machine'
import {
  type DifferenceDetail,
  type DifferenceFilter,
  difference,
  isCounted,
} from '@kabao/contract/reconcile/difference'
import { differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { sql } from 'kysely'
import { withReview } from '#ledger'
import { writtenText } from '#platform/audit/audit-values'
import { notFound, Problem } from '#platform/base/problem'
import type { Changing, Entity } from '#platform/machines/entity'
import { bookCorrection } from '../../correct.ts'
import { rowsBehindFigure } from '../../figures.ts'
import * as corrections from './correction-queries.ts'
import * as differences from './difference-queries.ts'

const pageFilter = { current: true, size: true, sort: true } as const

/** The rows of the state machine of differences. */
export const ofDifferences: Entity<typeof differenceMachine, DifferenceDetail, DifferenceFilter> = {
  machine: differenceMachine,
  table: 'difference',
  ofOwner: differences.ofOwner,
  change(act, { asked }) {
    if (act === 'reopen') return { columns: { cause: null, note: '' } }
    if (act !== 'close' || !('cause' in asked)) return {}
    const { cause, note } = asked
    return { columns: { cause, note }, audit: { cause, note: writtenText(note) } }
  },
  async show(db, id, { owner }) {
    const row = await differences.find(db, id, owner)
    if (!row) throw notFound()
    const behind = isCounted(row.item) ? rowsBehindFigure(db, row) : differences.findBehind(db, id)
    return { ...row, behind: await behind }
  },
  filter: difference.page.body.omit(pageFilter),
  rows: ({ owner }, filter) => differences.rowsOfDifferences({ ...filter, sort: 'createdAt' }, owner),
}

type Filter = Parameters<typeof corrections.rowsOfCorrections>[0]

/** The rows of the state machine of corrections, reviewed by another person than who asked. */
export const ofCorrections = withReview<typeof correctionMachine, CorrectionRow, Omit<Filter, 'sort'>>(
  {
    machine: correctionMachine,
    table: 'correction',
    ofOwner: differences.ofOwner,
    effects: {
      tables: ['difference', 'account', 'transfer', 'transfer_ref', 'payment_ref', 'payment_suspense'],
      async run(act, changing) {
        await endDifferences(changing, act === 'approve' ? 'corrected' : 'open')
        // Last, because it locks accounts.
        if (act === 'approve')
          for (const id of changing.ids) await bookCorrection(changing.db, id, changing.adminId)
      },
    },
    async show(db, id, { owner, adminId = null }) {
      const row = await corrections.find(db, id, { owner, adminId })
      if (!row) throw notFound()
      return row
    },
    filter: correction.page.body.omit(pageFilter),
    rows: ({ owner }, filter) => corrections.rowsOfCorrections({ ...filter, sort: 'createdAt' }, owner),
  },
  { filedBy: 'created_by' },
)

/** Gives the differences of corrections that end their state. @throws Problem if one is not being corrected any more */
async function endDifferences(
  { db, ids, adminId }: Changing<typeof correctionMachine>,
  status: 'corrected' | 'open',
): Promise<void> {
  const { numAffectedRows } = await sql`
    update difference d set status = ${status}, updated_by = ${adminId}, updated_at = now(), version = d.version + 1
    from correction c where c.id = any(${ids}::bigint[]) and d.id = c.difference_id and d.status = 'correcting'`.execute(
    db,
  )
  if (numAffectedRows !== BigInt(ids.length)) throw new Problem(codes.conflict, 'conflict')
}

export const entities = [ofDifferences, ofCorrections]
