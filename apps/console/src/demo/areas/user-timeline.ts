import type { PushDetail } from '@kabao/contract/engine/push'
import type { TimelineEvent } from '@kabao/contract/engine/timeline'
import type { FeedbackDetail } from '@kabao/contract/users/feedback'
import type { UserDetail } from '@kabao/contract/users/user'
import { rowsOf } from '../tables.ts'

/** The events of one user, newest first. */
export function storyOf({ id: userId, createdAt: at, channelName }: UserDetail): TimelineEvent[] {
  const isHis = (row: { userId: string }) => row.userId === userId
  const pushes = rowsOf<PushDetail>('push').filter(isHis)
  const feedback = rowsOf<FeedbackDetail>('feedback').filter(isHis)
  const events: TimelineEvent[] = [
    { key: '1', at, kind: 'registered', channelName },
    ...pushes.map(
      ({ id, orgName, planName, stage, requestAt }) =>
        ({ key: `3 ${id}`, at: requestAt, kind: 'pushed', pushId: id, orgName, planName, stage }) as const,
    ),
    ...pushes.flatMap(({ id, orgName, status, reason, respondedAt }) =>
      respondedAt === null
        ? []
        : [
            {
              key: `4 ${id}`,
              at: respondedAt,
              kind: 'answered',
              pushId: id,
              orgName,
              status,
              reason,
            } as const,
          ],
    ),
    ...feedback.map(
      ({ id, createdAt, kind }) =>
        ({ key: `5 ${id}`, at: createdAt, kind: 'feedback', feedbackId: id, feedbackKind: kind }) as const,
    ),
  ]
  return events.sort((one, other) => other.at.localeCompare(one.at) || other.key.localeCompare(one.key))
}
