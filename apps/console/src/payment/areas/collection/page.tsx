import { collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { collectionMachine } from '@kabao/contract/payment/collection-machine'
import { lazy, memo, Suspense } from 'react'
import { Page, StateChoice, useColumns, useWords } from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { EntryTable } from '#kit/entry/entry-table.tsx'
import { useEntries } from '#kit/entry/use-entries.tsx'
import { columns } from './columns.tsx'
import { CollectionFilters } from './filters.tsx'
import { collections } from './lists.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** The merchant accounts by which orders are paid. */
export default memo(function CollectionPage() {
  const { t } = useWords(collectionWords)
  const entries = useEntries(collections, collectionWords)
  const { filters, panel, form } = entries
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={collection.create} onClick={entries.add}>
          {t('add')}
        </AddButton>
      }
    >
      <StateChoice
        label={t('tabs')}
        machine={collectionMachine}
        counts={collection.counts}
        filters={filters}
      />
      <CollectionFilters filters={filters} />
      <EntryTable of={entries} columns={useColumns(collectionWords, columns)} label={t('title')} />
      <Suspense>{panel && <DetailPanel {...panel} />}</Suspense>
      <Suspense>{form && <EntryDialog {...form} />}</Suspense>
    </Page>
  )
})
