import type { AdjustmentRow } from '@kabao/contract/ledger/adjustment'
import type { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<AdjustmentRow, typeof adjustmentWords> = (column) => [
  column.text('orgName', { width: 160, grows: true }),
  column.text('channelName', { width: 140, grows: true }),
  column.choice('kind', { width: 96 }),
  column.money('amountFen', { width: 130 }),
  {
    ...column.choice('status', { width: 132 }),
    render: ({ status }) => <StateBadge of={adjustmentMachine} state={status} />,
  },
  column.text('reason', { width: 180, grows: true }),
  column.choice('linkKind', { width: 110 }),
  column.text('linkId', { width: 200, copy: true }),
  column.text('createdBy', { width: 110 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 110 }),
  column.instant('reviewedAt', { isOptional: true }),
  column.text('note', { width: 160, isOptional: true }),
  column.text('id', { width: 110, isOptional: true }),
  column.text('transferId', { width: 200, isOptional: true, copy: true }),
]
