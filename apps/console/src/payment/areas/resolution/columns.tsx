import type { ResolutionRow } from '@kabao/contract/payment/resolution'
import type { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const columns: ColumnsOf<ResolutionRow, typeof resolutionWords> = (column) => [
  column.text('tradeNo', { width: 200, isSticky: true, copy: true }),
  column.choice('kind', { width: 190 }),
  column.money('amountFen', { width: 120 }),
  {
    ...column.choice('status', { width: 132 }),
    render: ({ status }) => <StateBadge of={resolutionMachine} state={status} />,
  },
  column.text('reason', { width: 180, grows: true }),
  column.text('collectionName', { width: 150 }),
  column.text('createdBy', { width: 110 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 110 }),
  column.instant('reviewedAt'),
  column.text('reference', { width: 160, isOptional: true }),
  column.text('note', { width: 160, isOptional: true }),
  column.text('orderId', { width: 200, isOptional: true, copy: true }),
  column.text('targetOrderId', { width: 200, isOptional: true, copy: true }),
  column.text('id', { width: 110, isOptional: true }),
  column.text('transferId', { width: 200, isOptional: true, copy: true }),
]
