import { type PlanCalls, plan, planUv } from '@kabao/contract/supply/plan'
import { planMachine, planUvMachine } from '@kabao/contract/supply/plan-machine'

/** One of the two lists of plans. */
export interface PlanList {
  name: 'plan' | 'planUv'
  flows: readonly Flow[]
  calls: PlanCalls
  machine: typeof planMachine
}
export type Flow = 'full' | 'half' | 'uv' | 'city'

export const plainList: PlanList = {
  name: 'plan',
  flows: ['full', 'half'],
  calls: plan,
  machine: planMachine,
}

export const uvList: PlanList = {
  name: 'planUv',
  flows: ['uv', 'city'],
  // The lists differ in the names of their endpoints and acts, on which their pages do not depend.
  calls: planUv as unknown as PlanCalls,
  machine: planUvMachine as unknown as typeof planMachine,
}
