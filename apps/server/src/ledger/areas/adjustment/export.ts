import { type AdjustmentExport, adjustment } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { sql } from 'kysely'
import { maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfAdjustments } from './queries.ts'

const { field, kind, linkKind, status } = adjustmentWords.tree

/** The list of adjustments as a file. */
export const adjustmentExport: ListExport<AdjustmentExport> = {
  resource: 'adjustment',
  body: adjustment.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    orgName: column.typed(field.orgName, sql`org.name`),
    channelName: column.typed(field.channelName, sql`channel.name`),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    linkKind: column.label(field.linkKind, sql`t.link_kind`, linkKind),
    linkId: column.plain(field.linkId, sql`t.link_id`),
    status: column.label(field.status, sql`t.status`, status),
    createdBy: column.typed(field.createdBy, sql`filer.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    reviewedBy: column.typed(field.reviewedBy, sql`reviewer.name`),
    reviewedAt: column.instant(field.reviewedAt, sql`t.reviewed_at`),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
    transferId: column.plain(field.transferId, sql`t.transfer_id`),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) => rowsOfAdjustments(page, owner),
}
