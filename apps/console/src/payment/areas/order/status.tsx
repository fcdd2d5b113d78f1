import type { OrderStatus } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { Badge, useWords } from '#kit'

const colors: Record<OrderStatus, string> = {
  created: 'blue',
  paid: 'green',
  refunding: 'orange',
  refunded: 'gray',
  closed: 'gray',
  failed: 'red',
}

/** The state of an order. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useWords(paymentOrderWords)
  return <Badge color={colors[status]}>{t(`status.${status}`)}</Badge>
}
