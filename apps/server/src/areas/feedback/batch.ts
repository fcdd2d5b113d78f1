import { type FeedbackFilter, feedback, feedbackActs } from '@kabao/contract/feedback'
import { sql } from 'kysely'
import type { BatchAct } from '../../batches/act.ts'
import { outcomes } from './outcomes.ts'
import { lock, rowsOfFeedback, update } from './queries.ts'

const actOnAll = (name: 'take' | 'resolve' | 'close'): BatchAct<FeedbackFilter> => ({
  name: `feedback.${name}`,
  point: `feedback:${name}`,
  targetKind: 'feedback',
  filter: feedback[`${name}Matching`].body.shape.filter,
  rows: ({ settings, owner }, filter) =>
    rowsOfFeedback({ ...filter, sort: 'createdAt' }, owner, settings.get('feedback.overdueHours')),
  able: sql`t.status in (${sql.join(feedbackActs[name].map((status) => sql.lit(status)))})`,
  async apply(db, ids, { adminId, owner }) {
    const found = await lock(db, ids, owner)
    const { status, handledAt } = outcomes[name]
    await update(
      db,
      found.map(({ id }) => id),
      { status, handledAt, handledBy: adminId, updatedBy: adminId },
    )
    return found.map((row) => ({ id: row.id, before: { status: row.status }, after: { status } }))
  },
})

/** What can be done with all feedback that matches a filter. */
export const feedbackBatches = {
  take: actOnAll('take'),
  resolve: actOnAll('resolve'),
  close: actOnAll('close'),
}
