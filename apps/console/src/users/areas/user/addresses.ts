import { pathOfPage } from '@kabao/contract/app/menu'

const address = (page: string, query: Record<string, string>) =>
  `${pathOfPage(page)}?${new URLSearchParams(query)}`

/** The address of a user's push records, with one of them open if `open` is given. */
export const pushAddress = (userId: string, open?: string): string =>
  address('PlanPushList', { userId, ...(open && { open }) })

/** The address of a user's feedback, with one of them open if `open` is given. */
export const feedbackAddress = (userId: string, open?: string): string =>
  address('UserFeedbackList', { userId, ...(open && { open }) })
