import { codes } from '@kabao/contract'
import type { PlanSimulation } from '@kabao/contract/supply/plan'
import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import { notFound, Problem } from '#platform/base/problem'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import type { List } from '../lists.ts'
import { inOrder } from '../preview.ts'
import { findPlans } from '../queries.ts'
import { simulationJob } from './job.ts'
import * as store from './store.ts'

interface Call {
  db: Db
  caller: Caller
}

/** Handles the simulations of a list: only the administrator who started one meets it. */
export function simulationHandlers(list: List) {
  const find = async ({ db, caller }: Call, id: string): Promise<PlanSimulation> => {
    const found = await store.findSimulation(db, id, caller.adminId, list.only)
    if (!found) throw notFound()
    return found
  }
  return {
    simulate: async (call: Call & { body: PlanTerms & { id?: string | undefined } }) => {
      const { db, caller, body } = call
      const { id: planId, ...terms } = body
      if (planId !== undefined && (await findPlans(db, list, [planId])).length === 0) throw notFound()
      const id = await store.insertSimulation(db, {
        planId: planId ?? null,
        terms: inOrder(terms),
        scopeAdminId: ownerOf(caller),
        createdBy: caller.adminId,
      })
      if (id === undefined) throw new Problem(codes.conflict, 'simulationUnderWay')
      await sendJob(db, simulationJob, { id })
      return find(call, id)
    },

    simulation: (call: Call & { params: { id: string } }) => find(call, call.params.id),

    cancelSimulation: async (call: Call & { params: { id: string } }) => {
      await find(call, call.params.id)
      await store.cancelSimulation(call.db, call.params.id, call.caller.adminId)
      return find(call, call.params.id)
    },
  }
}
