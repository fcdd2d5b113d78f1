import { type RechargeExport, recharge } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { sql } from 'kysely'
import { maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfRecharges } from './queries.ts'

const { field, way, status } = rechargeWords.tree

/** The list of recharges as a file. */
export const rechargeExport: ListExport<RechargeExport> = {
  resource: 'recharge',
  body: recharge.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    orgName: column.typed(field.orgName, sql`org.name`),
    way: column.label(field.way, sql`t.way`, way),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    status: column.label(field.status, sql`t.status`, status),
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    createdBy: column.typed(field.createdBy, sql`filer.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    reviewedBy: column.typed(field.reviewedBy, sql`reviewer.name`),
    reviewedAt: column.instant(field.reviewedAt, sql`t.reviewed_at`),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
    transferId: column.plain(field.transferId, sql`t.transfer_id`),
  },
  rows: async (_, { format: _format, columns: _columns, ...page }) => rowsOfRecharges(page),
}
