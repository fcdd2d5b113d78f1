import type { RechargeRow } from '@kabao/contract/ledger/recharge'
import type { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { rechargeMachine } from '@kabao/contract/ledger/recharge-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<RechargeRow, typeof rechargeWords> = (column) => [
  column.text('orgName', { width: 180, isSticky: true, grows: true }),
  column.choice('way', { width: 132 }),
  column.money('amountFen', { width: 130 }),
  {
    ...column.choice('status', { width: 132 }),
    render: ({ status }) => <StateBadge of={rechargeMachine} state={status} />,
  },
  column.text('reason', { width: 180, grows: true }),
  column.text('createdBy', { width: 110 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 110 }),
  column.instant('reviewedAt'),
  column.text('note', { width: 160, isOptional: true }),
  column.text('id', { width: 110, isOptional: true }),
  column.text('transferId', { width: 200, isOptional: true, copy: true }),
]
