import type { ChangeRequestRow } from '@kabao/contract/ledger/change-request'
import type { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<ChangeRequestRow, typeof changeRequestWords> = (column) => [
  column.text('targetName', { width: 180, grows: true }),
  column.choice('kind', { width: 230 }),
  column.money('amountFen', { width: 120 }),
  {
    ...column.choice('status', { width: 132 }),
    render: ({ status }) => <StateBadge of={changeRequestMachine} state={status} />,
  },
  column.text('reason', { width: 180, grows: true }),
  column.text('createdBy', { width: 110 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 110 }),
  column.instant('reviewedAt'),
  column.text('note', { width: 160, isOptional: true }),
  column.text('targetId', { width: 200, isOptional: true, copy: true }),
  column.text('id', { width: 110, isOptional: true }),
]
