import type { PushDetail } from '@kabao/contract/engine/push'

/** Whose push it is, and its price: what a question before money moves says. */
export const factsOf = ({ orgName, planName, phone }: PushDetail, price: string): string =>
  [orgName, planName, phone, price].filter((part) => part).join(' · ')
