import { productWords } from '@kabao/contract/supply/product.words'
import { lazy, Suspense, useMemo } from 'react'
import { Page, StateChoice, useColumns, usePermission, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { ImportButton } from '#kit/import/import-button.tsx'
import { OrderButton } from '#kit/order/order-button.tsx'
import { columns, uvColumns } from './columns.tsx'
import { ProductFilters } from './filters.tsx'
import type { ProductList } from './lists.ts'
import { isInOrder, useMoves } from './use-moves.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** One of the two lists of products. */
export function ProductPage({ of }: { of: ProductList }) {
  const { calls, machine, name } = of
  const { t } = useWords(productWords)
  const { move, more } = useMoves(calls.move)
  const entries = useEntries(of, productWords, { more })
  const { list, filters, batch, panel, form } = entries
  const mayMove = usePermission(calls.move) && isInOrder(list)
  const { rows, refresh } = list
  const tools = useMemo(
    () => (
      <>
        {batch}
        {mayMove && <OrderButton rows={rows} move={move} refresh={refresh} />}
      </>
    ),
    [batch, mayMove, rows, move, refresh],
  )
  return (
    <Page
      title={t(`title.${name}`)}
      actions={
        <>
          <ImportButton into={of.into} />
          <AddButton use={calls.create} onClick={entries.add}>
            {t(`add.${name}`)}
          </AddButton>
        </>
      }
    >
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <ProductFilters of={of} filters={filters} />
      <EntryTable
        of={entries}
        columns={useColumns(productWords, of.hasTarget ? uvColumns : columns)}
        label={t(`title.${name}`)}
      >
        {tools}
      </EntryTable>
      <Suspense>{panel && <DetailPanel of={of} {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog of={of} {...form} />}</Suspense>
    </Page>
  )
}
