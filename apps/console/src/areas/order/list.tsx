import { type OrderRow, order } from '@kabao/contract/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment-order.words'
import { lazy, memo, Suspense, useCallback } from 'react'
import { DataTable, Pager, useColumns, useList, useOpen, useRowActions, useWords } from '#kit'
import { columns } from './columns.tsx'
import { OrderFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const OrderList = memo(function OrderList() {
  const { t } = useWords(paymentOrderWords)
  const { list, filters } = useList(order.page)
  const { id, open, turnTo, close } = useOpen()
  const onOpen = useCallback((row: OrderRow) => open(row.id), [open])
  const actions = useRowActions<OrderRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  return (
    <>
      <OrderFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(paymentOrderWords, columns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={order.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
