import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import { home } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { holds } from '#platform/callers/holds'
import { ownerOf } from '#platform/callers/scope'
import { databaseNow } from '#platform/db/now'
import { serve } from '#platform/http/serve'
import type { AnyJob } from '#platform/jobs/job'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { findOpenErrors } from './errors.ts'
import { findFigures, keepBefore } from './figures.ts'
import { findLayout, saveLayout } from './layout.ts'
import { findRunning } from './plans.ts'
import { findTops } from './tops.ts'
import { findWaiting } from './waiting/index.ts'

const seesFigures = (caller: Caller): boolean =>
  holds(caller, 'ChartSystemList', 'reportSystemList:page') ||
  holds(caller, 'ChartChannelListProfit', 'reportChannelListProfit:page')

export const homeRoutes = ({ settings }: Services, jobs: readonly AnyJob[]) => {
  const before = keepBefore()
  return serve(home, {
    waiting: ({ db, caller }) =>
      findWaiting({
        db,
        caller,
        jobs: jobs.map(({ name }) => name),
        overdueHours: settings.get('feedback.overdueHours'),
        poolAlert: settings.get('threshold.poolIdleLinks'),
      }),

    figures: async ({ db, caller }) =>
      seesFigures(caller)
        ? findFigures(db, businessClock(settings), { owner: ownerOf(caller), before })
        : null,

    plans: async ({ db, caller }) => {
      const flows = [
        ...(holds(caller, 'PlanList', 'plan:page') ? plainFlows : []),
        ...(holds(caller, 'PlanUvList', 'planUv:page') ? jointFlows : []),
      ]
      if (flows.length === 0) return null
      return findRunning(db, businessClock(settings), sql.join(flows.map((flow) => sql.lit(flow))))
    },

    tops: async ({ db, caller }) => {
      const day = businessDayAt(databaseNow(), businessClock(settings))
      const owner = ownerOf(caller)
      return {
        channels: holds(caller, 'ChartChannelListProfit', 'reportChannelListProfit:page')
          ? await findTops(db, 'channel', { day, owner })
          : null,
        // What an organization pays is of all channels.
        orgs:
          holds(caller, 'ChartOrgList', 'reportOrgList:page') && owner === null
            ? await findTops(db, 'org', { day })
            : null,
      }
    },

    errors: async ({ db, caller }) =>
      holds(caller, 'ChartEventList', 'errorEvent:page') ? findOpenErrors(db) : null,

    layout: ({ db, caller }) => findLayout(db, caller.adminId),

    setLayout: async ({ db, caller, body }) => {
      await saveLayout(db, caller.adminId, body)
      return body
    },
  })
}
