import type { FeedbackAct, FeedbackStatus } from '@kabao/contract/feedback'

/** What each act makes of a feedback, and of its handler. */
export const outcomes = {
  take: { status: 'processing', handledAt: null },
  reply: { status: 'processing', handledAt: null },
  resolve: { status: 'resolved', handledAt: 'now' },
  close: { status: 'closed', handledAt: 'now' },
  reopen: { status: 'processing', handledAt: null },
} as const satisfies Record<FeedbackAct, { status: FeedbackStatus; handledAt: 'now' | null }>
