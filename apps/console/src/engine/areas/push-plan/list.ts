import { pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanMachine } from '@kabao/contract/engine/push-plan-machine'

/** The list of push plans. */
export const pushPlanList = { calls: pushPlan, machine: pushPlanMachine }
