import type { Machine } from '@kabao/contract/kernel/machine'
import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import { type RawBuilder, sql } from 'kysely'

/** One of the two lists of an entity, one for each pair of flows (decision 036). */
export interface TwinList<C, M extends Machine> {
  name: M['name'] | `${M['name']}Uv`
  calls: C
  machine: M
  flows: typeof plainFlows | typeof jointFlows
  /** The condition that a row `t` is of this list. Under the permission points of a list no other row is shown or changed. */
  only: RawBuilder<unknown>[]
}

/** Both lists: the plain one first, then that of the joint logins. */
export function twinLists<C, M extends Machine>(
  plain: { calls: C; machine: M },
  joint: { calls: object; machine: Machine },
): readonly [TwinList<C, M>, TwinList<C, M>] {
  const listOf = (calls: object, machine: Machine, flows: TwinList<C, M>['flows']): TwinList<C, M> => ({
    name: machine.name as M['name'],
    // The lists differ in the names of their endpoints and acts, on which the handlers do not depend.
    calls: calls as C,
    machine: machine as M,
    flows,
    only: [sql`t.flow in (${sql.join(flows.map((flow) => sql.lit(flow)))})`],
  })
  return [
    listOf(plain.calls as object, plain.machine, plainFlows),
    listOf(joint.calls, joint.machine, jointFlows),
  ]
}
