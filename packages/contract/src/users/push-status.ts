/** The states of a push: whether an organization took the user. */
export const pushStatuses = [
  'pending',
  'accepted',
  'rejected',
  'duplicate',
  'failed',
  /** The organization may have taken the user; nobody knows yet. */
  'unknown',
  'returned',
] as const
export type PushStatus = (typeof pushStatuses)[number]
/** The stages of a push. */
export const pushStages = ['check', 'consent', 'submit', 'login'] as const
