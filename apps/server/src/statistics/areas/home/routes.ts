import { businessDayAt, endOfDay } from '@kabao/contract/kernel/business-clock'
import { jointFlows, plainFlows } from '@kabao/contract/kernel/twin-lists'
import { home } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { holds } from '#platform/callers/holds'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { serve } from '#platform/http/serve'
import type { AnyJob } from '#platform/jobs/job'
import type { Services } from '#platform/services'
import { businessClock } from '#platform/settings/business-clock'
import { findOpenErrors } from './errors.ts'
import { findFigures, type HomeReport, keepBefore } from './figures.ts'
import { findLayout, saveLayout } from './layout.ts'
import { findRunning } from './plans.ts'
import { findTops } from './tops.ts'
import { findWaiting } from './waiting/index.ts'
import { findWarnings } from './warnings/index.ts'

/** The report whose figures of today the caller may see: that of the whole service, else that of the channels. */
function reportOf(caller: Caller): HomeReport | null {
  if (holds(caller, 'ChartSystemList', 'reportSystemList:page')) return 'ChartSystemList'
  return holds(caller, 'ChartChannelListProfit', 'reportChannelListProfit:page')
    ? 'ChartChannelListProfit'
    : null
}

export const homeRoutes = ({ settings }: Services, jobs: readonly AnyJob[]) => {
  const before = keepBefore()
  const today = () => businessDayAt(databaseNow(), businessClock(settings))

  const findPlans = async (db: Db, caller: Caller) => {
    const flows = [
      ...(holds(caller, 'PlanList', 'plan:page') ? plainFlows : []),
      ...(holds(caller, 'PlanUvList', 'planUv:page') ? jointFlows : []),
    ]
    if (flows.length === 0) return null
    return findRunning(db, businessClock(settings), sql.join(flows.map((flow) => sql.lit(flow))))
  }

  return serve(home, {
    today: async ({ db, caller }) => {
      const clock = businessClock(settings)
      const now = databaseNow()
      const day = businessDayAt(now, clock)
      const looking = {
        db,
        caller,
        now,
        clock,
        day,
        jobs,
        endOfToday: new Date(endOfDay(day, clock)).toISOString(),
        overdueHours: settings.get('feedback.overdueHours'),
        poolAlert: settings.get('threshold.poolIdleLinks'),
      }
      const report = reportOf(caller)
      const [figures, waiting, warnings] = await Promise.all([
        report && findFigures(db, clock, { report, owner: ownerOf(caller), before }),
        findWaiting(looking),
        findWarnings(looking),
      ])
      return { figures, waiting, warnings }
    },

    more: async ({ db, caller }) => {
      const owner = ownerOf(caller)
      const day = today()
      const [plans, channels, orgs, errors] = await Promise.all([
        findPlans(db, caller),
        holds(caller, 'ChartChannelListProfit', 'reportChannelListProfit:page')
          ? findTops(db, 'channel', { day, owner })
          : null,
        // What an organization pays is of all channels.
        holds(caller, 'ChartOrgList', 'reportOrgList:page') && owner === null
          ? findTops(db, 'org', { day })
          : null,
        holds(caller, 'ChartEventList', 'errorEvent:page') ? findOpenErrors(db) : null,
      ])
      return { plans, channels, orgs, errors }
    },

    layout: ({ db, caller }) => findLayout(db, caller.adminId),

    setLayout: async ({ db, caller, body }) => {
      await saveLayout(db, caller.adminId, body)
      return body
    },
  })
}
