import type { OrderState } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { Badge, useWords } from '#kit'

const colors: Record<OrderState, string> = {
  created: 'blue',
  paid: 'green',
  partlyRefunded: 'cyan',
  refunding: 'orange',
  refunded: 'gray',
  closed: 'gray',
  failed: 'red',
}

/** The state of an order. */
export function OrderStatusBadge({ status }: { status: OrderState }) {
  const { t } = useWords(paymentOrderWords)
  return <Badge color={colors[status]}>{t(`status.${status}`)}</Badge>
}
