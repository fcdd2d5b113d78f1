import { codes } from '@kabao/contract'
import { type PushReturnFilter, type PushReturnRow, pushReturn } from '@kabao/contract/push-return'
import { pushReturnMachine } from '@kabao/contract/push-return-machine'
import { sql } from 'kysely'
import { writtenText } from '#http/audit-values'
import { notFound, Problem } from '#http/problem'
import { storedClock } from '#settings/business-clock'
import { bookReturns, NotAccepted } from '../../engine/returns/book.ts'
import type { Change, Changing, Entity } from '../../machines/entity.ts'
import { find, ofOwner, rowsOfReturns } from './queries.ts'
import { showRow } from './show.ts'

/** The rows of the state machine of returns. */
export const entity: Entity<typeof pushReturnMachine, PushReturnRow, PushReturnFilter> = {
  machine: pushReturnMachine,
  table: 'pushReturn',
  ofOwner,
  async change(act, changing) {
    const asked = await countAsked(changing)
    if (act === 'withdraw') {
      if (asked.byOrg > 0) throw new Problem(codes.forbidden, 'othersReturn')
      return {}
    }
    if (asked.byCaller > 0) throw new Problem(codes.forbidden, 'ownReturn')
    return act === 'approve' ? reviewed(changing) : refuse(changing)
  },
  effects: {
    tables: [
      'push_record',
      'push_tally_new',
      'plan_answer',
      'account',
      'transfer',
      'transfer_ref',
      'channel_result_new',
    ],
    run: async (act, changing) => {
      if (act === 'approve') await book(changing)
    },
  },
  async show(db, id, { owner }) {
    const row = await find(db, id, owner)
    if (!row) throw notFound()
    return showRow(row)
  },
  filter: pushReturn.approveMatching.body.shape.filter,
  // Nobody reviews what he asked for, so an act on all that match leaves it out.
  rows: ({ owner, adminId }, filter) => {
    const rows = rowsOfReturns({ ...filter, sort: 'createdAt' }, owner)
    return { ...rows, where: [...rows.where, sql`t.asked_by is distinct from ${adminId}::bigint`] }
  },
}

type Of = Changing<typeof pushReturnMachine>

/** How many of the returns were asked for by organisations, and by the caller. */
async function countAsked({ db, ids, adminId }: Of): Promise<{ byOrg: number; byCaller: number }> {
  const { rows } = await sql<{ byOrg: number; byCaller: number }>`
    select count(*) filter (where asked_by is null)::int as "byOrg",
      count(*) filter (where asked_by = ${adminId})::int as "byCaller"
    from push_return where id = any(${ids}::bigint[])`.execute(db.withoutPlugins())
  return rows[0] as { byOrg: number; byCaller: number }
}

const reviewed = ({ adminId }: Of): Change => ({ columns: { reviewedBy: adminId, reviewedAt: sql`now()` } })

async function book({ db, ids, adminId }: Of): Promise<void> {
  try {
    await bookReturns(db, await storedClock(db), ids, adminId)
  } catch (error) {
    if (error instanceof NotAccepted) throw new Problem(codes.conflict, 'notAccepted')
    throw error
  }
}

const refuse = (of: Of): Change => {
  const note = 'note' in of.asked ? of.asked.note : ''
  return { columns: { ...reviewed(of).columns, note }, audit: { note: writtenText(note) } }
}
