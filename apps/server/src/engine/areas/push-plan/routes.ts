import { codes } from '@kabao/contract'
import { type PushPlanRow, pushPlan } from '@kabao/contract/engine/push-plan'
import { sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices, planChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { refusePast } from '#platform/db/past'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { pushPlanExport } from './export.ts'
import { entity } from './machine.ts'
import * as queries from './queries.ts'

export const pushPlanRoutes = (services: Services) =>
  serve(
    pushPlan,
    {
      ...crudHandlers(pushPlan, {
        table: 'pushPlan',
        owner: 'createdBy',

        page: ({ db, body, caller }) => queries.findPageOfPushPlans(db, body, ownerOf(caller)),

        find: (db, ids, caller) => queries.findPushPlans(db, ids, ownerOf(caller)),

        create: async ({ db, body, caller }) => {
          await refuseUnfit(db, body, ownerOf(caller))
          refusePast('at', body.at)
          return insertRow(db, 'pushPlan', {
            ...body,
            status: entity.machine.start,
            createdBy: caller.adminId,
            updatedBy: caller.adminId,
          })
        },

        change: async (fields, { shown, db, caller }) => {
          if (shown.status !== 'draft') throw new Problem(codes.conflict, 'pushPlanFixed')
          await refuseUnfit(db, fields, ownerOf(caller), shown)
          if (fields.at !== shown.at) refusePast('at', fields.at)
          return fields
        },

        guardRemoval: refuseReferenced,

        trace,
      }),

      export: exporting(services, pushPlanExport),

      counts: ({ db, caller }) => countByState(db, entity, ownerOf(caller)),

      audience: async ({ db, body, caller }) => {
        const counted = await queries.countAudience(db, body, ownerOf(caller))
        if (!counted) throw invalid({ planId: 'noSuchPlan' })
        return counted
      },

      plans: choosing(planChoices, () => sql`t.status <> 'ended'`),

      channels: choosing(channelChoices),

      ...machineRoutes(services, entity),
    },
    {
      push_plan_name_key: { field: 'name', problem: 'taken' },
      push_plan_plan_id_fkey: { field: 'planId', problem: 'noSuchPlan' },
      push_plan_channel_id_fkey: { field: 'channelId', problem: 'noSuchChannel' },
    },
  )

type Chosen = Pick<PushPlanRow, 'planId' | 'channelId'>

/** @throws Problem at the field of a plan or a channel that cannot be chosen; what a change leaves as it is stays */
async function refuseUnfit(db: Db, chosen: Chosen, owner: string | null, before?: Chosen): Promise<void> {
  const { planId, channelId } = chosen
  if (planId !== before?.planId && !(await queries.isOpenPlan(db, planId)))
    throw invalid({ planId: 'noSuchPlan' })
  if (
    channelId !== null &&
    channelId !== before?.channelId &&
    !(await queries.isOwnChannel(db, channelId, owner))
  )
    throw invalid({ channelId: 'noSuchChannel' })
}

/** The fields for the audit log. */
const trace = ({
  references: _,
  planName: _plan,
  orgName: _org,
  channelName: _channel,
  cityName: _city,
  flow: _flow,
  nextAt: _next,
  holds: _holds,
  progress: _progress,
  ...row
}: PushPlanRow) => row
