import type { OrgExport } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import type { List } from './lists.ts'
import { rowsOfOrgs } from './queries.ts'

const { field, flow, status } = orgWords.tree

/** A list of organizations as a file. Contacts are left out, because they are personal data. */
export const orgExportOf = ({ name, calls, ...list }: List): ListExport<OrgExport> => ({
  resource: name,
  body: calls.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    code: column.plain(field.code, sql`t.code`),
    name: column.typed(field.name, sql`t.name`),
    shortName: column.typed(field.shortName, sql`t.short_name`),
    flow: column.label(field.flow, sql`t.flow`, flow),
    cityCodes: column.cities(field.cityCodes, sql`t.city_codes`, orgWords.tree.wholeCountry),
    balanceFen: column.money(field.balanceFen, sql`account.balance_fen`),
    heldFen: column.money(field.heldFen, sql`account.held_fen`),
    availableFen: column.money(field.availableFen, sql`account.balance_fen - account.held_fen`),
    alertFen: column.money(field.alertFen, sql`t.alert_fen`),
    salesmanName: column.typed(field.salesmanName, sql`salesman.name`),
    plans: column.number(field.plans, sql`(select count(*) from plan p where p.org_id = t.id)`),
    status: column.label(field.status, sql`t.status`, status),
    licenceNo: column.typed(field.licenceNo, sql`t.licence_no`),
    remark: column.typed(field.remark, sql`t.remark`),
    ...column.changes(field),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) =>
    rowsOfOrgs({ name, calls, ...list }, page),
})
