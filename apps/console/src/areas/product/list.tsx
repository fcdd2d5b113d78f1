import type { ProductRow } from '@kabao/contract/product'
import { productWords } from '@kabao/contract/product.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  actsOnAll,
  BulkActs,
  DataTable,
  inUse,
  message,
  Pager,
  RemoveRows,
  SelectionBar,
  StateChoice,
  useColumns,
  useList,
  useMayActOnSeveral,
  useOpen,
  usePermission,
  useRemove,
  useRowActions,
  useRowActs,
  useSelection,
  useSend,
  useWords,
} from '#kit'
import { OrderButton } from '#kit/order/order-button.tsx'
import { columns, uvColumns } from './columns.tsx'
import { ProductFilters } from './filters.tsx'
import type { ProductList } from './lists.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const ProductTable = memo(function ProductTable({
  of,
  onEdit,
  onCopy,
}: {
  of: ProductList
  onEdit: (row: ProductRow) => void
  onCopy: (row: ProductRow) => void
}) {
  const { calls, machine } = of
  const { t } = useWords(productWords)
  const { list, filters } = useList(calls.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const mayRemove = usePermission(calls.remove)
  const remove = useRemove(calls.remove, productWords, ({ name }: ProductRow) => ({ name }))

  const mayMove = usePermission(calls.move)
  // A place in the list means something only while the list is in this order.
  const isInOrder = list.sort === 'sort'
  const { mutateAsync: send } = useSend(calls.move)
  const moveTo = (to: 'top' | 'bottom') => (row: ProductRow) =>
    void send({ params: { id: row.id }, body: { to } }).then(
      () => message.success(t(`action.${to}Done`)),
      () => undefined,
    )
  const onOpen = useCallback((row: ProductRow) => open(row.id), [open])
  const actions = useRowActions<ProductRow>([
    { key: 'edit', use: calls.update, label: t('action.edit'), run: onEdit },
    ...useRowActs<ProductRow, typeof machine>(machine, calls),
    { key: 'open', label: t('action.open'), run: onOpen },
    ...(isInOrder
      ? (['top', 'bottom'] as const).map((to) => ({
          key: to,
          use: calls.move,
          label: t(`action.${to}`),
          run: moveTo(to),
        }))
      : []),
    { key: 'copy', use: calls.create, label: t('action.copy'), run: onCopy },
    {
      key: 'remove',
      use: calls.remove,
      label: t('action.remove'),
      why: inUse,
      run: remove,
      isDanger: true,
    },
  ])
  const batch = useMemo(
    () => (
      <>
        <SelectionBar selection={selection} all={{ list, acts: actsOnAll(machine, calls) }}>
          <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
          <RemoveRows use={calls.removeMany} words={productWords} selection={selection} />
        </SelectionBar>
        {mayMove && isInOrder && (
          <OrderButton
            rows={list.rows}
            move={(id, to) => send({ params: { id }, body: to })}
            refresh={list.refresh}
          />
        )}
      </>
    ),
    [selection, list, machine, calls, mayMove, isInOrder, send],
  )

  return (
    <>
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <ProductFilters of={of} filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(productWords, of.hasTarget ? uvColumns : columns)}
        label={t(`title.${of.name}`)}
        selection={mayAct || mayRemove ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={calls.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && (
          <DetailPanel
            of={of}
            onEdit={onEdit}
            onCopy={onCopy}
            panel={{ id, rows: list.rows, onTurn: turnTo, onClose: close }}
          />
        )}
      </Suspense>
    </>
  )
})
