import { type AuditExport, audit } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { actions } from './actions.ts'
import { findAdminId, rowsOfLines } from './queries.ts'

const { field, result, system, target } = auditWords.tree

/** The audit log as a file, with the columns of its list and without the changed values. */
export const auditExport: ListExport<AuditExport> = {
  resource: 'audit',
  body: audit.export.body,
  columns: {
    at: column.instant(field.at, sql`t.at`),
    username: column.typed(field.username, sql`t.username`, system),
    tokenName: column.typed(field.tokenName, sql`t.token_name`),
    action: column.label(field.action, sql`t.point`, Object.fromEntries(actions)),
    _target: column.computed(
      field.target,
      ({ language }) =>
        sql`trim(concat(${column.labeled(sql`t.target_kind`, target, language)}, ' ', t.target_id))`,
    ),
    result: column.label(field.result, sql`t.result`, result),
    ip: column.typed(field.ip, sql`t.ip`),
    point: column.plain(field.point, sql`t.point`),
    code: column.plain(field.code, sql`t.code`),
    requestId: column.plain(field.requestId, sql`t.request_id`),
  },
  async rows({ db, owner }, { format: _, columns: _columns, ...page }) {
    const adminId = page.username ? await findAdminId(db, page.username) : null
    return adminId === undefined ? null : rowsOfLines(page, adminId, owner)
  },
}
