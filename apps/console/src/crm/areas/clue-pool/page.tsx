import { type CluePoolRow, cluePool } from '@kabao/contract/crm/clue-pool'
import { cluePoolWords } from '@kabao/contract/crm/clue-pool.words'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import {
  DataTable,
  FilterBar,
  Page,
  Pager,
  TextFilter,
  useColumns,
  useEntryDialog,
  useList,
  useRemove,
  useRowActions,
  useWords,
} from '#kit'
import { AddButton } from '#kit/crud/add-button.tsx'
import { columns } from './columns.ts'

const EntryDialog = lazy(() => import('./entry-dialog.tsx'))

/** The pools in which leads wait, with their rules. @param tabs the other lists of the same page */
export default memo(function CluePoolPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(cluePoolWords)
  const { list, filters } = useList(cluePool.page)
  const dialog = useEntryDialog<CluePoolRow>()
  const remove = useRemove(cluePool.remove, cluePoolWords, ({ name }: CluePoolRow) => ({ name }))
  const whyNotRemove = ({ kind, references }: CluePoolRow) => {
    if (kind === 'public') return t('publicStays')
    return references > 0 ? t('hasLeads') : undefined
  }
  const actions = useRowActions<CluePoolRow>([
    { key: 'edit', use: cluePool.update, label: t('action.edit'), run: dialog.edit },
    {
      key: 'remove',
      use: cluePool.remove,
      label: t('action.remove'),
      why: whyNotRemove,
      run: remove,
      isDanger: true,
    },
  ])
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton use={cluePool.create} onClick={dialog.add}>
          {t('add')}
        </AddButton>
      }
    >
      {tabs}
      <FilterBar filters={filters}>
        <TextFilter label={t('field.name')} {...filters.filter('name')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(cluePoolWords, columns)}
        label={t('title')}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
