import { type PushPlanExport, pushPlan } from '@kabao/contract/engine/push-plan'
import { pushPlanWords } from '@kabao/contract/engine/push-plan.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfPushPlans } from './queries.ts'

const { field, flow, schedule, status, wholeAudience } = pushPlanWords.tree

/** The list of push plans as a file. */
export const pushPlanExport: ListExport<PushPlanExport> = {
  resource: 'pushPlan',
  body: pushPlan.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, sql`t.name`),
    planName: column.typed(field.planName, sql`plan.name`),
    orgName: column.typed(field.orgName, sql`org.name`),
    flow: column.label(field.flow, sql`plan.flow`, flow),
    channelName: column.typed(field.channelName, sql`channel.name`),
    cityName: column.region(field.cityName, sql`t.city_code`),
    schedule: column.label(field.schedule, sql`t.schedule`, schedule),
    at: column.instant(field.at, sql`t.at`),
    dailyAt: column.plain(field.dailyAt, sql`left(t.daily_at::text, 5)`),
    perMinute: column.number(field.perMinute, sql`t.per_minute`),
    cap: column.orWord(field.cap, sql`t.cap`, wholeAudience),
    status: column.label(field.status, sql`t.status`, status),
    remark: column.typed(field.remark, sql`t.remark`),
    ...column.changes(field),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) => rowsOfPushPlans(page, owner),
}
