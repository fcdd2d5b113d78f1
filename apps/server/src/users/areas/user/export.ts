import { type UserExport, user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { sql } from 'kysely'
import { maskedName, maskedPhone } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ExportContext, ListExport } from '#platform/exports/list-export'
import { idNumberPurpose } from '../../user-filter.ts'
import { rowsOfUsers } from './queries.ts'

const { field, gender, flow, source, status, riskLevel } = userWords.tree

/** The list of users as a file: the values of `showRow`, masked by the database. */
export const userExport: ListExport<UserExport> = {
  resource: 'user',
  body: user.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    phone: column.plain(field.phone, maskedPhone(sql`t.phone`)),
    name: column.typed(field.name, maskedName(sql`t.name`)),
    gender: column.label(field.gender, sql`t.gender`, gender),
    age: { title: field.age, kind: 'number', sql: age },
    cityName: column.region(field.city, sql`t.city_code`),
    channelName: column.typed(field.channel, sql`channel.name`),
    flow: column.label(field.flow, sql`t.flow`, flow),
    source: column.label(field.source, sql`t.source`, source),
    status: column.label(field.status, sql`t.status`, status),
    riskLevel: column.label(field.riskLevel, sql`t.risk_level`, riskLevel),
    lastActiveAt: column.instant(field.lastActiveAt, sql`t.last_active_at`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
  },
  rows: async ({ vault, owner }, { format: _, columns: _columns, ...page }) =>
    rowsOfUsers(page, page.idNumber ? vault.fingerprints(page.idNumber, idNumberPurpose) : null, owner),
}

/** Full years up to today, computed like `ageOn`. */
function age({ today }: ExportContext) {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const isYetToCome = sql`extract(month from t.birthday) * 100 + extract(day from t.birthday) > ${sql.lit(month * 100 + day)}`
  return sql`(${sql.lit(year)} - extract(year from t.birthday) - case when ${isYetToCome} then 1 else 0 end)::int::text`
}
