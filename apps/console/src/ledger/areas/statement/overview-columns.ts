import type { statementWords } from '@kabao/contract/ledger/statement.words'
import type { StatementOverviewRow } from '@kabao/contract/ledger/statement-overview'
import type { ColumnsOf } from '#kit'

export const overviewColumns: ColumnsOf<StatementOverviewRow, typeof statementWords> = (column) => [
  column.text('orgName', { width: 150, isSticky: true, grows: true }),
  column.money('openingFen', { width: 130 }),
  column.money('rechargedFen', { width: 128 }),
  column.money('chargedFen', { width: 128 }),
  column.money('refundedFen', { width: 104 }),
  column.money('adjustedFen', { width: 116 }),
  column.money('paidOutFen', { width: 116 }),
  column.money('closingFen', { width: 130, isOnCard: true }),
  column.text('orgCode', { width: 96 }),
]
