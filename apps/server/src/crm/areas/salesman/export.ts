import { type SalesmanExport, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { sql } from 'kysely'
import { maskedPhone, maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfSalesmen } from './queries.ts'

const { field, status, unlimited, anyCity } = salesmanWords.tree

/** The list of salesmen as a file, their phones masked. */
export const salesmanExport: ListExport<SalesmanExport> = {
  resource: 'salesman',
  body: salesman.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    name: column.typed(field.name, sql`t.name`),
    accountName: column.typed(field.accountName, sql`account.name`),
    phone: column.plain(field.phone, sql`case when t.phone <> '' then ${maskedPhone(sql`t.phone`)} end`),
    teamName: column.typed(field.teamName, sql`team.name`),
    status: column.label(field.status, sql`t.status`, status),
    deputyName: column.typed(field.deputyName, sql`deputy.name`),
    leaveFrom: column.instant(field.leaveFrom, sql`t.leave_from`),
    held: column.number(field.held, sql`t.held`),
    capacity: column.number(field.capacity, sql`t.capacity`),
    dailyQuota: column.orWord(field.dailyQuota, sql`t.daily_quota`, unlimited),
    weight: column.number(field.weight, sql`t.weight`),
    cityCodes: column.cities(field.cityCodes, sql`t.city_codes`, anyCity),
    remark: column.typed(field.remark, maskedText(sql`t.remark`)),
    ...column.changes(field),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) => rowsOfSalesmen(page, owner),
}
