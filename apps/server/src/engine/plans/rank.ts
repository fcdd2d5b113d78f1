import type { Ranking } from '#users'
import type { RunningPlan, RunningPlans } from './running.ts'

export type { Ranking } from '#users'

/**
 * Plans of a flow in the order in which they are tried: by what one person is worth (price × acceptance rate), then priority, then id; or
 * by priority first, if a setting says so for the flow.
 */
export function ranked(
  plans: readonly RunningPlan[],
  { rateOf, isPriorityFirst }: Pick<RunningPlans, 'rateOf' | 'isPriorityFirst'>,
): RunningPlan[] {
  const worth = new Map(plans.map((plan) => [plan, plan.priceFen * rateOf(plan)]))
  const byWorth = (one: RunningPlan, other: RunningPlan) =>
    (worth.get(other) as number) - (worth.get(one) as number)
  const byPriority = (one: RunningPlan, other: RunningPlan) => other.priority - one.priority
  const [first, then] = isPriorityFirst(plans[0]?.flow ?? '') ? [byPriority, byWorth] : [byWorth, byPriority]
  return plans.toSorted(
    (one, other) => first(one, other) || then(one, other) || Number(one.id) - Number(other.id),
  )
}

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
