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

interface Ask {
  db: Db
  caller: Caller
}

/** Handles the simulations of a list: only the administrator who started one meets it. */
export function simulationHandlers(list: List) {
  const find = async ({ db, caller }: Ask, id: string): Promise<PlanSimulation> => {
    const found = await store.findSimulation(db, id, caller.adminId, list.only)
    if (!found) throw notFound()
    return found
  }
  return {
    simulate: async (ask: Ask & { body: PlanTerms & { id?: string | undefined } }) => {
      const { db, caller, body } = ask
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
      return find(ask, id)
    },

    simulation: (ask: Ask & { params: { id: string } }) => find(ask, ask.params.id),

    cancelSimulation: async (ask: Ask & { params: { id: string } }) => {
      await find(ask, ask.params.id)
      await store.cancelSimulation(ask.db, ask.params.id, ask.caller.adminId)
      return find(ask, ask.params.id)
    },
  }
}
