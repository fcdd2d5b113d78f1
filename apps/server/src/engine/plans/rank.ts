import type { Ranking } from '#users'
import type { RunningPlan, RunningPlans } from './running.ts'

export type { Ranking } from '#users'

/**
 * How a plan and those that it goes before are kept, which may be thousands.
 * @param outranked those that would take the person too, but come after it; undefined is returned if there are none
 */
export function rankingOf(
  first: RunningPlan,
  outranked: readonly RunningPlan[],
  { rateOf }: Pick<RunningPlans, 'rateOf'>,
): Ranking | undefined {
  if (outranked.length === 0) return undefined
  const all = [first, ...outranked]
  return {
    planIds: all.map(({ id }) => id),
    pricesFen: all.map(({ priceFen }) => priceFen),
    ratesBp: all.map((plan) => Math.round(rateOf(plan) * 10_000)),
  }
}
