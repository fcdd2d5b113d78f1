import { mostWaiting } from '@kabao/contract/statistics/home'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import { channelOfOwner } from '#users'
import type { Waiting } from './kind.ts'

/** Open feedback that meets a condition among the first `mostWaiting` of a queue, oldest first; only of the caller's channels if the caller's data scope is `own`. */
function feedback(caller: Caller, queue: RawBuilder<unknown>, condition = sql`true`): RawBuilder<unknown> {
  const own = channelOfOwner(sql`u.channel_id`, ownerOf(caller)).map(
    (channel) => sql`and exists (select from "user" u where u.id = q.user_id and ${channel})`,
  )
  return sql`select from (select t.user_id, t.handled_by from feedback t where ${queue}
    order by t.created_at limit ${sql.lit(mostWaiting)}) q where ${condition} ${own[0] ?? sql``}`
}

const page = ['feedback:page', 'UserFeedbackList']

export const feedbackWaiting: readonly Waiting[] = [
  {
    kind: 'feedbackOverdue',
    needs: page,
    link: () => ({ name: 'UserFeedbackList', query: { overdue: 'true' } }),
    rows: ({ caller, overdueHours }) =>
      feedback(
        caller,
        sql`t.status in ('pending', 'processing')
            and t.created_at < now() - make_interval(hours => ${sql.lit(overdueHours)})`,
      ),
  },
  {
    kind: 'feedbackMine',
    needs: page,
    link: ({ caller }) => ({
      name: 'UserFeedbackList',
      query: { status: 'processing', handledBy: caller.adminId },
    }),
    rows: ({ caller }) =>
      feedback(caller, sql`t.status = 'processing'`, sql`q.handled_by = ${caller.adminId}`),
  },
  {
    kind: 'feedbackPending',
    needs: [...page, 'feedback:take'],
    link: () => ({ name: 'UserFeedbackList', query: { status: 'pending' } }),
    rows: ({ caller }) => feedback(caller, sql`t.status = 'pending'`),
  },
]
