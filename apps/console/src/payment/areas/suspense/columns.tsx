import type { SuspenseRow } from '@kabao/contract/payment/suspense'
import type { suspenseWords } from '@kabao/contract/payment/suspense.words'
import type { ColumnsOf } from '#kit'
import { SuspenseStatus } from './status.tsx'

export const columns: ColumnsOf<SuspenseRow, typeof suspenseWords> = (column) => [
  column.text('tradeNo', { width: 216, isSticky: true, copy: true }),
  column.choice('kind', { width: 128 }),
  {
    ...column.choice('status', { width: 140 }),
    render: (row) => <SuspenseStatus row={row} />,
  },
  column.money('amountFen', { width: 120 }),
  column.text('collectionName', { width: 150, grows: true }),
  column.text('orderNo', { width: 204, copy: true }),
  column.text('channelName', { width: 140, grows: true }),
  column.instant('createdAt'),
  column.instant('paidAt', { isOptional: true }),
  column.text('assignedOrderId', { width: 200, isOptional: true, copy: true }),
  column.instant('updatedAt', { isOptional: true }),
  column.text('id', { width: 110, isOptional: true }),
]
