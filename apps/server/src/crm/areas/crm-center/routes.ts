import { crmCenter } from '@kabao/contract/crm/crm-center'
import { databaseDate } from '#platform/db/now'
import { serve } from '#platform/http/serve'
import type { Services } from '#platform/services'
import { businessDay, endOfToday } from '#platform/settings/business-clock'
import { findRecords } from '../../figure-records.ts'
import { everything } from '../../lead-visibility.ts'
import { showRow } from '../../show.ts'
import { findLeadsInOrder } from '../../stored-lead.ts'
import { findFunnels } from './funnel.ts'
import { countDue, findMe, findPools } from './me.ts'
import { spansOf } from './period.ts'
import { findRanking } from './ranking.ts'
import { deskRecords } from './records.ts'
import { findPart } from './work.ts'

const nothing = { got: 0, contacted: 0, interested: 0, applied: 0, converted: 0, invalid: 0 }

/** The desk of the salesman that the caller is; of nobody else. */
export const crmCenterRoutes = ({ settings }: Services) =>
  serve(crmCenter, {
    desk: async ({ db, query, caller }) => {
      const me = await findMe(db, caller.adminId, businessDay(settings))
      const spans = spansOf(settings, query.period, databaseDate())
      const from = spans.now.from
      if (!me)
        return {
          salesman: null,
          pools: [],
          ranking: null,
          due: { overdue: 0, today: 0, fresh: 0, late: 0, returning: 0 },
          funnel: { from, now: nothing, before: nothing },
        }
      const { teamId, ...salesman } = me
      const [pools, due, funnels, ranking] = await Promise.all([
        findPools(db, me, businessDay(settings)),
        countDue(db, me.id, endOfToday(settings)),
        findFunnels(db, me.id, spans),
        teamId !== null && settings.get('crm.showsRanking')
          ? findRanking(db, { teamId, meId: me.id, ...spans.now })
          : null,
      ])
      return { salesman, pools, due, ranking, funnel: { from, ...funnels } }
    },

    records: async ({ db, body, caller }) => {
      const { current, size } = body
      const me = await findMe(db, caller.adminId, businessDay(settings))
      if (!me) return { records: [], total: 0, current, size }
      return findRecords(db, deskRecords(settings, me.id, body), { caller, mayLeads: true, current, size })
    },

    leads: async ({ db, body, caller }) => {
      const me = await findMe(db, caller.adminId, businessDay(settings))
      if (!me) return { leads: [], next: null }
      const { places, next } = await findPart(db, me.id, body, endOfToday(settings))
      const sight = { ...everything, meId: me.id }
      return { leads: (await findLeadsInOrder(db, sight, places)).map(showRow), next }
    },
  })
