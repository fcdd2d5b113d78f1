import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { memo } from 'react'
import { Page, useWords } from '#kit'
import { OrderList } from './list.tsx'

/** Orders of users, how they were paid, and their refunds. */
export default memo(function OrderPage() {
  const { t } = useWords(paymentOrderWords)
  return (
    <Page title={t('title')}>
      <OrderList />
    </Page>
  )
})
