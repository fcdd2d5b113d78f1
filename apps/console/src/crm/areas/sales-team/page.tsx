import { type SalesTeamRow, salesTeam } from '@kabao/contract/crm/sales-team'
import { salesTeamWords } from '@kabao/contract/crm/sales-team.words'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
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

/** The teams of salesmen. @param tabs the other lists of the same page */
export default memo(function SalesTeamPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(salesTeamWords)
  const { list, filters } = useList(salesTeam.page)
  const dialog = useEntryDialog<SalesTeamRow>()
  const navigate = useNavigate()
  const remove = useRemove(salesTeam.remove, salesTeamWords, ({ name }: SalesTeamRow) => ({ name }))
  const whyNotRemove = ({ memberCount, poolId }: SalesTeamRow) => {
    if (memberCount > 0) return t('notEmpty', { count: memberCount })
    return poolId === null ? undefined : t('hasPool')
  }
  const actions = useRowActions<SalesTeamRow>([
    { key: 'edit', use: salesTeam.update, label: t('action.edit'), run: dialog.edit },
    { key: 'members', label: t('action.members'), run: ({ id }) => void navigate(`?teamId=${id}`) },
    {
      key: 'remove',
      use: salesTeam.remove,
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
        <AddButton use={salesTeam.create} onClick={dialog.add}>
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
        columns={useColumns(salesTeamWords, columns)}
        label={t('title')}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>{dialog.opened && <EntryDialog {...dialog.opened} onClose={dialog.close} />}</Suspense>
    </Page>
  )
})
