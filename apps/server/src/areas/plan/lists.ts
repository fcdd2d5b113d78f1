import { type PlanCalls, plan, planUv } from '@kabao/contract/plan'
import { planMachine, planUvMachine } from '@kabao/contract/plan-machine'
import type { flows } from '@kabao/contract/user'
import { type RawBuilder, sql } from 'kysely'

type Flow = (typeof flows)[number]

/** One of the two lists of plans. */
export interface List {
  name: 'plan' | 'planUv'
  calls: PlanCalls
  machine: typeof planMachine
  flows: readonly Flow[]
  /** The condition that a plan `t` is of this list. Under the permission points of a list no other plan is shown or changed. */
  only: RawBuilder<unknown>[]
}

const listOf = (name: List['name'], flows: readonly Flow[], calls: object, machine: object): List => ({
  name,
  flows,
  // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
  calls: calls as PlanCalls,
  machine: machine as typeof planMachine,
  only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
})

export const plainList = listOf('plan', ['full', 'half'], plan, planMachine)
export const uvList = listOf('planUv', ['uv', 'city'], planUv, planUvMachine)
export const lists = [plainList, uvList] as const
