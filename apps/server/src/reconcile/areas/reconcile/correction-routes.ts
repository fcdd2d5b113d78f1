import { codes, fill, type Words } from '@kabao/contract'
import { correction } from '@kabao/contract/reconcile/correction'
import { correctionWords } from '@kabao/contract/reconcile/correction.words'
import { correctedAccount } from '@kabao/contract/reconcile/difference'
import { differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { sql } from 'kysely'
import { reviewSeveral } from '#ledger'
import { writtenText } from '#platform/audit/audit-values'
import { notFound, Problem, stale } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { serve } from '#platform/http/serve'
import { changeRows, lockRows } from '#platform/machines/change'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import * as queries from './correction-queries.ts'
import { find as findDifference } from './difference-queries.ts'
import { ofCorrections, ofDifferences } from './machine.ts'

export const correctionRoutes = (services: Services) =>
  serve(correction, {
    page: ({ db, body, caller }) =>
      queries.findPageOfCorrections(db, body, { owner: ownerOf(caller), adminId: caller.adminId }),
    counts: ({ db, caller }) => countByState(db, ofCorrections, ownerOf(caller)),
    get: ({ db, params, caller }) =>
      ofCorrections.show(db, params.id, { ...services, owner: ownerOf(caller), adminId: caller.adminId }),

    ask: async ({ db, params: { id: differenceId }, body, caller, audit }) => {
      const { version, amountFen, reason } = body
      const { adminId } = caller
      const owner = ownerOf(caller)
      const [row] = await lockRows(db, ofDifferences, [differenceId], owner)
      const seen = await findDifference(db, differenceId, owner)
      if (!row || !seen) throw notFound()
      if (row.version !== version) throw stale(seen)
      if (correctedAccount(seen) === null || seen.whose === null)
        throw new Problem(codes.conflict, 'nothingToCorrect')
      if (row.status !== 'open')
        throw new Problem(codes.conflict, 'wrongState', {
          current: seen,
          texts: { state: differenceMachine.states[seen.status].words, act: correction.ask.summary },
        })
      const id = await insert(db, { differenceId, amountFen, reason, adminId })
      const changes = await changeRows(db, ofDifferences, 'correct', [row], { adminId })
      for (const { before, after } of changes)
        audit({ target: { kind: 'difference', id: differenceId }, before, after })
      audit({
        target: { kind: 'correction', id },
        after: { status: 'asked', amountFen, reason: writtenText(reason) },
      })
      const shown = await ofCorrections.show(db, id, { ...services, owner, adminId })
      await tellReviewers(db, shown)
      return shown
    },

    ...machineRoutes(services, ofCorrections),

    refuseMany: reviewSeveral(ofCorrections, 'refuse'),
  })

async function insert(
  db: Db,
  asked: { differenceId: string; amountFen: number; reason: string; adminId: string },
): Promise<string> {
  const { differenceId, amountFen, reason, adminId } = asked
  const { rows } = await sql<{ id: string }>`
    insert into correction (difference_id, channel_id, amount_fen, reason, created_by)
    select d.id, d.channel_id, ${amountFen}, ${reason}, ${adminId} from difference d where d.id = ${differenceId}
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/** A todo for all who may review. */
async function tellReviewers(
  db: Db,
  { id, createdBy, ref }: { id: string; createdBy: string; ref: string },
): Promise<void> {
  const { title, text } = correctionWords.tree.waiting
  const values = { admin: createdBy, ref }
  const content: Words = [fill(text[0], values), fill(text[1], values)]
  await sendMessage(db, {
    to: { point: 'correction:review' },
    kind: 'todo',
    title,
    content,
    link: { name: 'FinanceReconcile', query: { tab: 'corrections', open: id } },
  })
}
