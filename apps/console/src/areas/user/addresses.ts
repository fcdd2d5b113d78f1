import { pathOfPage } from '@kabao/contract/menu'

const address = (page: string, query: Record<string, string>) =>
  `${pathOfPage(page)}?${new URLSearchParams(query)}`

/** Where a user's push records are, with one of them open. */
export const pushAddress = (userId: string, open?: string): string =>
  address('PlanPushList', { userId, ...(open && { open }) })

/** Where a user's feedback is, with one of them open. */
export const feedbackAddress = (userId: string, open?: string): string =>
  address('UserFeedbackList', { userId, ...(open && { open }) })
