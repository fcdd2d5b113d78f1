import type { ProductRow } from '@kabao/contract/product'
import { productWords } from '@kabao/contract/product.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  actsOnAll,
  BulkActs,
  DataTable,
  inUse,
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
  useWords,
} from '#kit'
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

  const onOpen = useCallback((row: ProductRow) => open(row.id), [open])
  const actions = useRowActions<ProductRow>([
    { key: 'edit', use: calls.update, label: t('action.edit'), run: onEdit },
    ...useRowActs<ProductRow, typeof machine>(machine, calls),
    { key: 'open', label: t('action.open'), run: onOpen },
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
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll(machine, calls) }}>
        <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
        <RemoveRows use={calls.removeMany} words={productWords} selection={selection} />
      </SelectionBar>
    ),
    [selection, list, machine, calls],
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
