import { type PlanCalls, plan, planUv } from '@kabao/contract/supply/plan'
import { planMachine, planUvMachine } from '@kabao/contract/supply/plan-machine'
import { type TwinList, twinLists } from '#platform/crud/twin-lists'

/** One of the two lists of plans. */
export type List = TwinList<PlanCalls, typeof planMachine>

export const lists = twinLists(
  { calls: plan, machine: planMachine },
  { calls: planUv, machine: planUvMachine },
)
export const [plainList, uvList] = lists
