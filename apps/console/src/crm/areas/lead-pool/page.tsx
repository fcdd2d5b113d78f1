import { type LeadPoolRow, leadPool } from '@kabao/contract/crm/lead-pool'
import { leadPoolWords } from '@kabao/contract/crm/lead-pool.words'
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
export default memo(function LeadPoolPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(leadPoolWords)
  const { list, filters } = useList(leadPool.page)
  const dialog = useEntryDialog<LeadPoolRow>()
  const remove = useRemove(leadPool.remove, leadPoolWords, ({ name }: LeadPoolRow) => ({ name }))
  const whyNotRemove = ({ kind, references }: LeadPoolRow) => {
    if (kind === 'public') return t('publicStays')
    return references > 0 ? t('hasLeads') : undefined
  }
  const actions = useRowActions<LeadPoolRow>([
    { key: 'edit', use: leadPool.update, label: t('action.edit'), run: dialog.edit },
    {
      key: 'remove',
      use: leadPool.remove,
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
        <AddButton use={leadPool.create} onClick={dialog.add}>
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
        columns={useColumns(leadPoolWords, columns)}
        label={t('title')}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
