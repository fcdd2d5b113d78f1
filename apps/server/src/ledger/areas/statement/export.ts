import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { type StatementExport, statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import type { StatementOverviewExport } from '@kabao/contract/ledger/statement-overview'
import { sql } from 'kysely'
import * as column from '#platform/exports/columns'
import type { ListExport } from '#platform/exports/list-export'
import { amounts, monthOf, rowsOfOverview } from './overview.ts'
import { changeFen, rowsOfStatement } from './queries.ts'
import { findSpan } from './span.ts'

const { field } = statementWords.tree
const { kind, ref } = ledgerWords.tree

/** The export of a statement's rows: the same data as its list. */
export const statementExport: ListExport<StatementExport> = {
  resource: 'statement',
  body: statement.export.body,
  columns: {
    number: column.number(field.number, sql`t.number`),
    at: column.instant(field.at, sql`t.at`),
    businessDay: column.plain(field.businessDay, sql`t.business_day`),
    kind: column.label(field.kind, sql`t.kind`, kind),
    amountFen: column.money(field.amountFen, changeFen),
    balanceAfterFen: column.money(field.balanceAfterFen, sql`t.balance_after_fen`),
    planName: column.typed(field.planName, sql`plan.name`),
    refKind: column.label(field.refKind, sql`t.ref_kind`, ref),
    refId: column.plain(field.refId, sql`t.ref_id`),
    id: column.plain(field.id, sql`t.id`),
  },
  async rows({ db, settings }, { orgId, month, sort }) {
    const span = orgId && month ? await findSpan(db, settings, { orgId, month }) : undefined
    return span ? rowsOfStatement(span, sort.startsWith('-')) : null
  },
}

/** The export of a month of all organizations. */
export const overviewExport: ListExport<StatementOverviewExport> = {
  resource: 'statementOverview',
  body: statement.exportOverview.body,
  columns: {
    orgCode: column.typed(field.orgCode, sql`t.code`),
    orgName: column.typed(field.orgName, sql`t.name`),
    openingFen: column.money(field.openingFen, amounts.openingFen),
    rechargedFen: column.money(field.rechargedFen, amounts.rechargedFen),
    paidOutFen: column.money(field.paidOutFen, amounts.paidOutFen),
    chargedFen: column.money(field.chargedFen, amounts.chargedFen),
    refundedFen: column.money(field.refundedFen, amounts.refundedFen),
    adjustedFen: column.money(field.adjustedFen, amounts.adjustedFen),
    closingFen: column.money(field.closingFen, amounts.closingFen),
  },
  rows: async ({ settings }, { format: _, columns: _columns, month, ...page }) =>
    rowsOfOverview(monthOf(settings, month), page),
}
