import type { UnfitReason } from '@kabao/contract/engine/push-plan'

/** Rules that a plan fits again later, whoever the person is. */
const passing: readonly UnfitReason[] = [
  ...(['status', 'dates', 'window', 'org', 'hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const),
  ...(['pace', 'budget', 'funds', 'connection', 'breaker', 'pause'] as const),
]

/** Whether a person does not fit for a reason that passes and has nothing to do with the person. */
export const isPassing = (reason: UnfitReason): boolean => passing.includes(reason)
