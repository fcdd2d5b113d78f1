import { codes } from '@kabao/contract'
import { type PushReturnFilter, type PushReturnRow, pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { sql } from 'kysely'
import { withReview } from '#ledger'
import { notFound, Problem } from '#platform/base/problem'
import type { Changing, Entity } from '#platform/machines/entity'
import { storedClock } from '#platform/settings/business-clock'
import { bookReturns, NotAccepted } from '../../returns/book.ts'
import { find, ofOwner, rowsOfReturns } from './queries.ts'
import { showRow } from './show.ts'

const ofReturns: Entity<typeof pushReturnMachine, PushReturnRow, PushReturnFilter> = {
  machine: pushReturnMachine,
  table: 'pushReturn',
  ofOwner,
  async change(act, changing) {
    if (act === 'withdraw') await refuseOfOrgs(changing)
    return {}
  },
  effects: {
    tables: [
      'push_record',
      'lead_candidate',
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
  async show(db, id, { owner, adminId = null }) {
    const row = await find(db, id, { owner, adminId })
    if (!row) throw notFound()
    return showRow(row)
  },
  filter: pushReturn.approveMatching.body.shape.filter,
  rows: ({ owner }, filter) => rowsOfReturns({ ...filter, sort: 'createdAt' }, owner),
}

/** The rows of the state machine of returns, reviewed by another person than who asked. */
export const entity = withReview(ofReturns, { filedBy: 'asked_by' })

type Of = Changing<typeof pushReturnMachine>

/** @throws Problem if organizations asked for some of the returns: those are reviewed */
async function refuseOfOrgs({ db, ids }: Of): Promise<void> {
  const { rows } = await sql`select from push_return
    where id = any(${ids}::bigint[]) and asked_by is null limit 1`.execute(db)
  if (rows.length > 0) throw new Problem(codes.forbidden, 'othersReturn')
}

async function book({ db, ids, adminId }: Of): Promise<void> {
  try {
    await bookReturns(db, await storedClock(db), ids, adminId)
  } catch (error) {
    if (error instanceof NotAccepted) throw new Problem(codes.conflict, 'notAccepted')
    throw error
  }
}
