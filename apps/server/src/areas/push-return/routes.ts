import { pushReturn } from '@kabao/contract/push-return'
import { ownerOf } from '#access/scope'
import { notFound } from '#http/problem'
import { serve } from '#http/serve'
import { businessClock } from '#settings/business-clock'
import { choosing } from '../../choices/answer.ts'
import { orgChoices, planChoices } from '../../choices/sources.ts'
import { askReturn } from '../../engine/returns/ask.ts'
import { refusalOf } from '../../engine/returns/refusal.ts'
import { changeRows, lockRows } from '../../machines/change.ts'
import { countByState } from '../../machines/counts.ts'
import { machineRoutes } from '../../machines/routes.ts'
import type { Services } from '../../services.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'
import { showRow } from './show.ts'

export function pushReturnRoutes(services: Services) {
  const { settings } = services
  return serve(pushReturn, {
    page: async ({ db, body, caller }) => {
      const page = await queries.findPageOfReturns(db, body, ownerOf(caller))
      return { ...page, records: page.records.map(showRow) }
    },

    counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

    get: ({ db, params, caller }) => entity.show(db, params.id, { ...services, owner: ownerOf(caller) }),

    ask: async ({ db, params: { id: pushId }, body: { reason }, caller, audit }) => {
      const owner = ownerOf(caller)
      const { adminId } = caller
      if (!(await queries.isSeen(db, pushId, owner))) throw notFound()
      const asked = await askReturn(db, businessClock(settings), {
        ...{ pushId, orgId: null, reason, way: 'admin', adminId },
      })
      if ('refusal' in asked) throw refusalOf(asked)
      const { id, status, isKnown } = asked
      if (!isKnown) audit({ target: { kind: 'pushReturn', id }, after: { status, pushId, reason } })
      return entity.show(db, id, { ...services, owner })
    },

    ...machineRoutes(services, entity),

    refuseMany: async ({ db, body: { ids, note }, caller, audit }) => {
      const { adminId } = caller
      const found = await lockRows(db, entity, ids, ownerOf(caller))
      const able = found.filter(({ status }) => status === 'asked')
      const changes = await changeRows(db, entity, 'refuse', able, { asked: { note }, adminId })
      for (const { id, before, after } of changes)
        audit({ target: { kind: 'pushReturn', id }, before, after })
      return { done: able.length, skipped: new Set(ids).size - able.length }
    },

    orgs: choosing(orgChoices),
    plans: choosing(planChoices),
  })
}
