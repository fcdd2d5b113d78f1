import { type ResultExport, type SettlementExport, settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { findCoverage, rowsOfResults, rowsOfSettlements } from './queries.ts'

const { field, status, kind, isDeducted, isLate } = settlementWords.tree

export const settlementExport: ListExport<SettlementExport> = {
  resource: 'settlement',
  body: settlement.export.body,
  columns: {
    channelName: column.typed(field.channelName, sql`channel.name`),
    channelCode: column.plain(field.channelCode, sql`channel.code`),
    status: column.label(field.status, sql`t.status`, status),
    fromDay: column.plain(field.fromDay, sql`to_char(t.from_day, 'YYYY-MM-DD')`),
    toDay: column.plain(field.toDay, sql`to_char(t.to_day, 'YYYY-MM-DD')`),
    amountFen: column.money(field.amountFen, sql`t.amount_fen`),
    baseFen: column.money(field.baseFen, sql`t.base_fen`),
    results: column.number(field.results, sql`t.results`),
    deducted: column.number(field.deducted, sql`t.deducted`),
    late: column.number(field.late, sql`t.late`),
    lateFen: column.money(field.lateFen, sql`t.late_fen`),
    createdBy: column.typed(field.createdBy, sql`maker.name`),
    createdAt: column.instant(field.createdAt, sql`t.created_at`),
    reviewedBy: column.typed(field.reviewedBy, sql`reviewer.name`),
    reviewedAt: column.instant(field.reviewedAt, sql`t.reviewed_at`),
    paidBy: column.typed(field.paidBy, sql`payer.name`),
    paidAt: column.instant(field.paidAt, sql`t.paid_at`),
    note: column.typed(field.note, sql`t.note`),
  },
  rows: async ({ owner }, { format: _, columns: _columns, ...page }) => rowsOfSettlements(page, owner),
}

export const resultExport: ListExport<ResultExport> = {
  resource: 'settlementResult',
  body: settlement.exportResults.body,
  columns: {
    number: column.number(field.number, sql`t.number`),
    at: column.instant(field.at, sql`t.at`),
    businessDay: column.plain(field.businessDay, sql`to_char(t.business_day, 'YYYY-MM-DD')`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    refId: column.plain(field.refId, sql`t.ref_id`),
    baseFen: column.money(field.baseFen, sql`t.base_fen`),
    costFen: column.money(field.costFen, sql`t.cost_fen`),
    isDeducted: column.label(field.isDeducted, sql`(t.deducted_for is not null)::text`, isDeducted),
    draw: column.number(field.draw, sql`t.draw`),
    deductionBp: column.plain(field.deductionBp, sql`trim_scale(t.deduction_bp / 100.0)::text || '%'`),
    isLate: column.label(
      field.isLate,
      sql`(t.due_day < settled.from_day and isfinite(t.due_day))::text`,
      isLate,
    ),
  },
  rows: async ({ db, owner }, { format: _, columns: _columns, settlementId, ...page }) => {
    const of = await findCoverage(db, settlementId, owner)
    if (!of) return null
    const joins = sql`join settlement settled on settled.id = ${settlementId}`
    return { ...rowsOfResults(of, page), joins }
  },
}
