import { type ResolutionExport, resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { sql } from 'kysely'
import { maskedText } from '#platform/db/mask'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { rowsOfResolutions } from './queries.ts'

const { field, kind, status } = resolutionWords.tree

/** The list of resolutions as a file. */
export const resolutionExport: ListExport<ResolutionExport> = {
  resource: 'resolution',
  body: resolution.export.body,
  columns: {
    id: column.plain(field.id, sql`t.id`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    status: column.label(field.status, sql`t.status`, status),
    orderId: column.plain(field.orderId, sql`t.order_id`),
    targetOrderId: column.plain(field.targetOrderId, sql`t.target_order_id`),
    collectionName: column.typed(field.collectionName, sql`collection.name`),
    tradeNo: column.plain(field.tradeNo, sql`coalesce(s.trade_no, f.trade_no)`),
    reason: column.typed(field.reason, sql`(${maskedText(sql`t.reason`)})`),
    reference: column.typed(field.reference, sql`(${maskedText(sql`t.reference`)})`),
    createdBy: column.typed(field.createdBy, sql`filer.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    reviewedBy: column.typed(field.reviewedBy, sql`reviewer.name`),
    reviewedAt: column.instant(field.reviewedAt, sql`t.reviewed_at`),
    note: column.typed(field.note, sql`(${maskedText(sql`t.note`)})`),
    transferId: column.plain(field.transferId, sql`t.transfer_id`),
  },
  rows: async ({ owner }, { format: _format, columns: _columns, ...page }) => rowsOfResolutions(page, owner),
}
