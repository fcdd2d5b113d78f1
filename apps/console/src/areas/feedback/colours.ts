import type { FeedbackStatus } from '@kabao/contract/feedback'

export const statusColours: Record<FeedbackStatus, string> = {
  pending: 'orange',
  processing: 'arcoblue',
  resolved: 'green',
  closed: 'gray',
}
