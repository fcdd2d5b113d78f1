import { pushPlan } from '@kabao/contract/push-plan'
import { pushPlanMachine } from '@kabao/contract/push-plan-machine'

/** The list of push plans. */
export const pushPlanList = { calls: pushPlan, machine: pushPlanMachine }
