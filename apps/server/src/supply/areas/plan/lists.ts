import { type PlanCalls, plan, planUv } from '@kabao/contract/plan'
import { planMachine, planUvMachine } from '@kabao/contract/plan-machine'
import { type TwinList, twinLists } from '../../crud/twin-lists.ts'

/** One of the two lists of plans. */
export type List = TwinList<PlanCalls, typeof planMachine>

export const lists = twinLists(
  { calls: plan, machine: planMachine },
  { calls: planUv, machine: planUvMachine },
)
export const [plainList, uvList] = lists
