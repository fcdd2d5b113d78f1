import type { FeedbackStatus } from '@kabao/contract/feedback'
import type { PushStatus } from '@kabao/contract/push'

/** How the states are coloured that more than one area shows. */

export const pushStatusColours: Record<PushStatus, string> = {
  pending: 'arcoblue',
  accepted: 'green',
  rejected: 'red',
  duplicate: 'gray',
  failed: 'orange',
  returned: 'gray',
}

export const feedbackStatusColours: Record<FeedbackStatus, string> = {
  pending: 'orange',
  processing: 'arcoblue',
  resolved: 'green',
  closed: 'gray',
}
