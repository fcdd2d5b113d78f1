import type { PlanExport } from '@kabao/contract/supply/plan'
import { planWords } from '@kabao/contract/supply/plan.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import type { List } from './lists.ts'
import { rowsOfPlans } from './queries.ts'

const { field, flow, status, unlimited } = planWords.tree

/** A list of plans as a file. */
export const planExportOf = ({ name, calls, ...list }: List): ListExport<PlanExport> => ({
  resource: name,
  body: calls.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, sql`t.name`),
    orgName: column.typed(field.orgName, sql`org.name`),
    flow: column.label(field.flow, sql`t.flow`, flow),
    priceFen: column.money(field.priceFen, sql`t.price_fen`),
    status: column.label(field.status, sql`t.status`, status),
    cityCodes: column.cities(field.cityCodes, sql`t.city_codes`, planWords.tree.wholeOrg),
    hourlyCap: column.orWord(field.hourlyCap, sql`t.hourly_cap`, unlimited),
    dailyCap: column.orWord(field.dailyCap, sql`t.daily_cap`, unlimited),
    monthlyCap: column.orWord(field.monthlyCap, sql`t.monthly_cap`, unlimited),
    totalCap: column.orWord(field.totalCap, sql`t.total_cap`, unlimited),
    isPaced: column.label(field.isPaced, sql`t.is_paced::text`, planWords.tree.yesNo),
    dailyBudgetFen: column.money(field.dailyBudgetFen, sql`t.daily_budget_fen`),
    dedupeDays: column.number(field.dedupeDays, sql`t.dedupe_days`),
    returnDays: column.number(field.returnDays, sql`t.return_days`),
    priority: column.number(field.priority, sql`t.priority`),
    startsOn: column.plain(field.startsOn, sql`t.starts_on`),
    endsOn: column.orWord(field.endsOn, sql`t.ends_on`, planWords.tree.noEnd),
    remark: column.typed(field.remark, sql`t.remark`),
    ...column.changes(field),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) =>
    rowsOfPlans({ name, calls, ...list }, page),
})
