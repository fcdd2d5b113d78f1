import type { OrderRow } from '@kabao/contract/payment/payment-order'
import type { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import type { ColumnsOf } from '#kit'
import { OrderStatusBadge } from './status.tsx'

export const columns: ColumnsOf<OrderRow, typeof paymentOrderWords> = (column) => [
  column.text('id', { width: 200, isSticky: true, copy: true }),
  {
    ...column.choice('status', { width: 128 }),
    render: ({ status }) => <OrderStatusBadge status={status} />,
  },
  column.money('amountFen', { width: 112 }),
  column.instant('createdAt', { isOnCard: true }),
  column.text('productName', { width: 160, grows: true }),
  column.text('channelName', { width: 140, grows: true }),
  column.text('phone', { width: 128 }),
  column.text('collectionName', { width: 150, grows: true }),
  column.instant('paidAt'),
  column.money('refundedFen', { width: 112 }),
  column.text('channelNo', { width: 180, isOptional: true, copy: true }),
  column.text('tradeNo', { width: 200, isOptional: true, copy: true }),
  column.text('name', { width: 88, isOptional: true }),
  column.money('paidFen', { width: 112, isOptional: true }),
  column.money('feeFen', { width: 96, isOptional: true }),
  column.instant('endedAt', { isOptional: true }),
]
