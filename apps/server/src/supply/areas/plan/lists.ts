import { type TwinList, twinLists } from '#platform/crud/twin-lists'
import { type PlanCalls, plan, planUv } from '../../../../../../packages/contract/src/plan.ts'
import { planMachine, planUvMachine } from '../../../../../../packages/contract/src/plan-machine.ts'

/** One of the two lists of plans. */
export type List = TwinList<PlanCalls, typeof planMachine>

export const lists = twinLists(
  { calls: plan, machine: planMachine },
  { calls: planUv, machine: planUvMachine },
)
export const [plainList, uvList] = lists
