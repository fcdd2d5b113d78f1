import { lead } from '@kabao/contract/crm/lead'
import { notFound } from '#platform/base/problem'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { endOfToday } from '#platform/settings/business-clock'
import { sightOf } from '../../lead-visibility.ts'
import { showRow } from '../../show.ts'
import { findLead, findPageOfLeads } from '../../stored-lead.ts'
import { actRoutes } from './act-routes.ts'
import { addLead } from './add.ts'
import { batchRoutes } from './batch-routes.ts'
import { findCards } from './board.ts'
import { choiceRoutes } from './choices.ts'
import { countLeads } from './counts.ts'
import { editLead } from './edit.ts'
import { leadExport, namingMe } from './export.ts'
import { matching } from './filters.ts'
import { mergeRoutes } from './merge-routes.ts'
import { revealRoutes } from './reveal-routes.ts'
import { findTimeline } from './timeline.ts'
import { viewLead } from './view.ts'

export const leadRoutes = (services: Services) => {
  const { settings } = services
  return serve(
    lead,
    {
      page: async ({ db, body, caller }) => {
        const sight = await sightOf(db, caller)
        const { sort, ...page } = body
        const where = matching(sight, page, endOfToday(settings))
        const found = await findPageOfLeads(db, sight, { ...page, where, isDescending: sort.startsWith('-') })
        return { ...found, records: found.records.map(showRow) }
      },

      export: async (call) =>
        exporting(services, leadExport)({ ...call, body: await namingMe(call.db, call.caller, call.body) }),

      counts: async ({ db, caller }) => countLeads(db, await sightOf(db, caller)),

      board: async ({ db, body, caller }) => {
        const sight = await sightOf(db, caller)
        const where = matching(sight, body, endOfToday(settings))
        const { cards, ...rest } = await findCards(db, sight, { where, after: body.after, size: body.size })
        return { ...rest, cards: cards.map(showRow) }
      },

      get: async ({ db, params, caller }) =>
        viewLead(services, db, { caller, sight: await sightOf(db, caller), id: params.id }),

      create: addLead(services),
      update: editLead(services),
      ...revealRoutes(services),
      ...actRoutes(services),
      ...batchRoutes(services),
      ...mergeRoutes(services),
      ...choiceRoutes,

      timeline: async ({ db, params, body, caller }) => {
        const lead = await findLead(db, await sightOf(db, caller), params.id)
        if (!lead) throw notFound()
        const userId = lead.hidden.includes('phone') ? null : lead.userId
        const isChannelShown = !lead.hidden.includes('channelId')
        return findTimeline(db, { id: lead.id, userId, isChannelShown }, body)
      },
    },
    { lead_pool_id_fkey: { field: 'poolId', problem: 'choice' } },
  )
}
