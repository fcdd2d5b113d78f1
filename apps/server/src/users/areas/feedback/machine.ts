import { codes } from '@kabao/contract'
import { restoreMasked } from '@kabao/contract/kernel/personal-text'
import { type FeedbackDetail, type FeedbackFilter, feedback } from '@kabao/contract/users/feedback'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { sql } from 'kysely'
import { writtenText } from '#platform/audit/audit-values'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Entity } from '#platform/machines/entity'
import { find, findReply, ofOwner, rowsOfFeedback } from './queries.ts'
import { showDetail } from './show.ts'

/** The rows of the feedback state machine. */
export const entity: Entity<typeof feedbackMachine, FeedbackDetail, FeedbackFilter> = {
  machine: feedbackMachine,
  table: 'feedback',
  ofOwner,
  async change(act, { db, ids, asked, adminId }) {
    const { to } = feedbackMachine.acts[act]
    const reply = 'reply' in asked ? asked.reply : undefined
    return {
      columns: {
        // A reply does not take feedback away from the administrator who has it.
        handledBy: act === 'reply' ? sql`coalesce(t.handled_by, ${adminId})` : adminId,
        handledAt: to === 'resolved' || to === 'closed' ? sql`now()` : null,
        ...(reply !== undefined && { reply: await written(db, ids[0] as string, reply) }),
      },
      ...(reply !== undefined && { audit: { reply: writtenText(reply) } }),
    }
  },
  async show(db, id, { owner, settings }) {
    const row = await find(db, id, owner, settings.get('feedback.overdueHours'))
    if (!row) throw notFound()
    return showDetail(row)
  },
  filter: feedback.takeMatching.body.shape.filter,
  rows: ({ owner, settings }, filter) =>
    rowsOfFeedback({ ...filter, sort: 'createdAt' }, owner, settings.get('feedback.overdueHours')),
}

/** @throws Problem if the user was deleted: nobody would read the reply, and it could contain personal data of the user */
async function written(db: Db, id: string, reply: string): Promise<string> {
  const before = await findReply(db, id)
  if (before.isOfDeleted) throw new Problem(codes.conflict, 'conflict')
  return restoreMasked(reply, before.reply)
}
