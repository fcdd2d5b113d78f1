import { codes } from '@kabao/contract'
import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import type { ChoiceQuery } from '@kabao/contract/kernel/choice'
import type { PlanDetail } from '@kabao/contract/supply/plan'
import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import { sql } from 'kysely'
import { invalid, notFound, Problem } from '#platform/base/problem'
import { holds } from '#platform/callers/holds'
import { ownerOf } from '#platform/callers/scope'
import { choosing } from '#platform/choices/answer'
import { channelChoices, orgChoices } from '#platform/choices/sources'
import { crudHandlers, refuseReferenced } from '#platform/crud/handlers'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { insertRow } from '#platform/db/row'
import { exporting } from '#platform/exports/request'
import { serve } from '#platform/http/serve'
import { countByState } from '#platform/machines/counts'
import { machineRoutes } from '#platform/machines/routes'
import type { Services } from '#platform/services'
import { businessClock, calendarDay } from '#platform/settings/business-clock'
import { capRoutes } from './caps.ts'
import { planExportOf } from './export.ts'
import type { List } from './lists.ts'
import { entityOf } from './machine.ts'
import { inOrder, overlapsOf, previewOf, termsOf } from './preview.ts'
import * as queries from './queries.ts'
import { reachOf } from './reach.ts'
import { simulationHandlers } from './simulation/routes.ts'
import { todayOf } from './today.ts'
import { whyNotExamples, whyNotOf } from './why-not.ts'

type Flow = List['flows'][number]

export const planRoutes = (services: Services, list: List) => {
  const { calls, only, flows } = list
  const clock = () => businessClock(services.settings)
  const findOne = async (db: Db, id: string): Promise<PlanDetail> => {
    const [row] = await queries.findPlans(db, list, [id])
    if (!row) throw notFound()
    return row
  }
  const refusePastDay = (endsOn: string | null) => {
    if (endsOn !== null && endsOn < businessDayAt(databaseNow(), clock()))
      throw invalid({ endsOn: 'pastDay' })
  }

  return serve(
    calls,
    {
      ...crudHandlers(calls, {
        table: 'plan',
        only,

        page: ({ db, body }) => queries.findPageOfPlans(db, list, body),

        find: (db, ids) => queries.findPlans(db, list, ids),

        create: async ({ db, body, caller: { adminId } }) => {
          const { windows, excludedChannelIds, ...fields } = inOrder(body)
          await refuseUnfitOrg(db, body)
          refusePastDay(body.endsOn)
          const id = await insertRow(db, 'plan', {
            ...fields,
            ...inDatabase(fields),
            status: list.machine.start,
            createdBy: adminId,
            updatedBy: adminId,
          })
          await queries.writeParts(db, id, { windows, excludedChannelIds })
          return id
        },

        change: async (typed, { shown, db }) => {
          if (shown.status === 'ended') throw new Problem(codes.conflict, 'planEnded')
          const { windows, excludedChannelIds, ...fields } = inOrder(typed)
          await refuseUnfitOrg(db, fields, shown)
          if (fields.endsOn !== shown.endsOn) refusePastDay(fields.endsOn)
          await queries.writeParts(db, shown.id, { windows, excludedChannelIds })
          return { ...fields, ...inDatabase(fields) }
        },

        guardRemoval: refuseReferenced,

        trace,
      }),

      export: exporting(services, planExportOf(list)),

      counts: ({ db }) => countByState(db, entityOf(list), null),

      orgs: choosing<ChoiceQuery & { flow?: Flow | undefined }>(
        orgChoices,
        ({ flow }) => sql`t.flow = any(${flow ? [flow] : flows})`,
      ),

      orgCities: async ({ db, params: { id } }) => {
        const cities = await queries.findOrgCities(db, list, id)
        if (!cities) throw notFound()
        return cities
      },

      channels: choosing(channelChoices),

      preview: async ({ db, body: { id, ...terms }, caller }) => {
        const stored = id === undefined ? undefined : await findOne(db, id)
        const { vault, settings } = services
        const context = { db, vault, settings, clock: clock(), today: calendarDay(settings) }
        return {
          ...(await previewOf(db, { terms, stored }, databaseNow(), clock())),
          reach: holds(caller, calls.simulate.point as string)
            ? await reachOf(context, { terms, id, owner: ownerOf(caller) })
            : null,
        }
      },

      overlaps: async ({ db, params: { id } }) => overlapsOf(db, termsOf(await findOne(db, id)), id),

      today: async ({ db, params: { id } }) => todayOf(db, await findOne(db, id), databaseNow(), clock()),

      whyNot: async ({ db, params: { id } }) =>
        whyNotOf(db, (await findOne(db, id)).id, databaseNow(), clock()),

      whyNotExamples: async ({ db, params: { id }, query: { rule }, caller }) =>
        whyNotExamples(
          db,
          { planId: (await findOne(db, id)).id, rule, owner: ownerOf(caller) },
          databaseNow(),
          clock(),
        ),

      ...simulationHandlers(list),

      ...capRoutes(services, list),

      ...machineRoutes(services, entityOf(list)),
    },
    {
      plan_org_id_name_key: { field: 'name', problem: 'taken' },
      plan_org_id_fkey: { field: 'orgId', problem: 'noSuchOrgOfPlan' },
      push_record_plan_id_fkey: { field: 'orgId', problem: 'orgOfPushes' },
      plan_excluded_channel_channel_id_fkey: { field: 'excludedChannelIds', problem: 'noSuchChannel' },
    },
  )
}

/** The amount that the driver reads and writes as text. */
const inDatabase = ({ dailyBudgetFen }: Pick<PlanTerms, 'dailyBudgetFen'>) => ({
  dailyBudgetFen: dailyBudgetFen === null ? null : String(dailyBudgetFen),
})

/**
 * Refuses an organization that cannot have the plan, and cities that it does not serve. What a change leaves as it is stays, also
 * if the organization was disabled or gave up a city meanwhile; the match looks at both.
 * @throws Problem at `orgId` or `cityCodes`
 */
async function refuseUnfitOrg(
  db: Db,
  { orgId, flow, cityCodes }: Pick<PlanTerms, 'orgId' | 'flow' | 'cityCodes'>,
  before?: PlanDetail,
): Promise<void> {
  const isSame = before?.orgId === orgId
  const org = await queries.lockOrg(db, orgId)
  if (!org || org.flow !== flow || (org.status === 'disabled' && !isSame))
    throw invalid({ orgId: 'noSuchOrgOfPlan' })
  const added = isSame ? cityCodes.filter((city) => !before.cityCodes.includes(city)) : cityCodes
  if (org.cityCodes.length > 0 && !added.every((city) => org.cityCodes.includes(city)))
    throw invalid({ cityCodes: 'cityOutsideOrg' })
}

/** The fields for the audit log. */
const trace = ({ references: _, orgName: _name, orgStatus: _status, ...row }: PlanDetail) => ({
  ...row,
  // One text for each, so that the history names those that were added and removed.
  windows: row.windows.map(({ weekday, from, to }) => `${weekday} ${from}–${to}`),
  excludedChannels: row.excludedChannels.map(({ name }) => name),
})
