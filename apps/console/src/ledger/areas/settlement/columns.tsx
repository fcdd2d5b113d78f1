import type { SettlementRow } from '@kabao/contract/ledger/settlement'
import type { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<SettlementRow, typeof settlementWords> = (column) => [
  column.text('channelName', { width: 150, isSticky: true, grows: true }),
  {
    ...column.choice('status', { width: 128 }),
    render: ({ status }) => <StateBadge of={settlementMachine} state={status} />,
  },
  column.text('fromDay', { width: 112 }),
  column.text('toDay', { width: 112 }),
  column.money('amountFen', { width: 120 }),
  column.number('results', { width: 96 }),
  column.number('deducted', { width: 96 }),
  column.number('late', { width: 112 }),
  column.text('createdBy', { width: 104 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 104 }),
  column.instant('paidAt'),
  column.text('channelCode', { width: 120, isOptional: true, copy: true }),
  column.money('baseFen', { width: 120, isOptional: true }),
  column.money('lateFen', { width: 112, isOptional: true }),
  column.instant('reviewedAt', { isOptional: true }),
  column.text('paidBy', { width: 120, isOptional: true }),
  column.text('note', { width: 160, isOptional: true }),
]
