import { pushReturn } from '@kabao/contract/engine/push-return'
import { reviewSeveral } from '#ledger'
import { notFound } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { orgChoices, planChoices } from '#platform/choices/sources'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { askReturn } from '../../returns/ask.ts'
import { refusalOf } from '../../returns/refusal.ts'
import { pushReturnExport } from './export.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'
import { showRow } from './show.ts'

export function pushReturnRoutes(services: Services) {
  const { settings } = services
  return serve(pushReturn, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfReturns(db, body, {
        owner: ownerOf(caller),
        adminId: caller.adminId,
      })
      return { ...page, records: page.records.map(showRow) }
    },

    export: exporting(services, pushReturnExport),

    counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

    get: ({ db, params, caller }) =>
      entity.show(db, params.id, { ...services, owner: ownerOf(caller), adminId: caller.adminId }),

    ask: async ({ db, params: { id: pushId }, body: { reason }, caller, audit }) => {
      const owner = ownerOf(caller)
      const { adminId } = caller
      if (!(await queries.isSeen(db, pushId, owner))) throw notFound()
      const asked = await askReturn(db, businessClock(settings), {
        pushId,
        orgId: null,
        reason,
        way: 'admin',
        adminId,
      })
      if ('refusal' in asked) throw refusalOf(asked)
      const { id, status, isKnown } = asked
      if (!isKnown) audit({ target: { kind: 'pushReturn', id }, after: { status, pushId, reason } })
      return entity.show(db, id, { ...services, owner, adminId })
    },

    ...machineRoutes(services, entity),

    refuseMany: reviewSeveral(entity, 'refuse'),

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
  })
}
