import type { RunningPlan, RunningPlans } from './running.ts'

/** Plans in the order in which they are tried: by what one person is worth (price × acceptance rate), then priority, then id. */
export function ranked(
  plans: readonly RunningPlan[],
  { rateOf }: Pick<RunningPlans, 'rateOf'>,
): RunningPlan[] {
  const worth = new Map(plans.map((plan) => [plan, plan.priceFen * rateOf(plan)]))
  return plans.toSorted(
    (one, other) =>
      (worth.get(other) as number) - (worth.get(one) as number) ||
      other.priority - one.priority ||
      Number(one.id) - Number(other.id),
  )
}
