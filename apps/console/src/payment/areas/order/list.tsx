import { type OrderRow, order } from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  DataTable,
  Pager,
  SelectionBar,
  useColumns,
  useList,
  useOpen,
  usePermission,
  useRowActions,
  useSelection,
  useWords,
} from '#kit'
import { actsOnAll, BulkActs } from './bulk-acts.tsx'
import { columns } from './columns.tsx'
import { OrderFilters, OrderTabs } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const OrderList = memo(function OrderList() {
  const { t } = useWords(paymentOrderWords)
  const { list, filters } = useList(order.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const mayNotify = usePermission(order.notifyMany)
  const mayAsk = usePermission(order.askMany)
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll }}>
        <BulkActs selection={selection} />
      </SelectionBar>
    ),
    [selection, list],
  )
  const onOpen = useCallback((row: OrderRow) => open(row.id), [open])
  const actions = useRowActions<OrderRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  return (
    <>
      <OrderTabs filters={filters} />
      <OrderFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(paymentOrderWords, columns)}
        label={t('title')}
        selection={mayNotify || mayAsk ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={order.export}
      >
        {bar}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
