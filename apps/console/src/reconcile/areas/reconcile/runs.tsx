import {
  type ReconcileRow,
  reconcile,
  reconcileKinds,
  reconcileStatuses,
} from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  Button,
  Can,
  ChoiceFilter,
  DataTable,
  FilterBar,
  Page,
  Pager,
  SelectField,
  useColumns,
  useList,
  useOpen,
  useOptions,
  useRowActions,
  useWords,
} from '#kit'
import { runColumns } from './run-columns.tsx'

const RunPanel = lazy(() => import('./run-panel.tsx'))
const StartDialog = lazy(() => import('./start-dialog.tsx'))

export type StartKind = 'bill' | 'download' | 'orgList' | 'within'

/** The comparisons. @param tabs the other lists of the same page */
export default memo(function Runs({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(reconcileWords)
  const { list, filters } = useList(reconcile.page)
  const [start, setStart] = useState<StartKind | null>(null)
  const { id, open, turnTo, close } = useOpen()
  const navigate = useNavigate()
  const onOpen = useCallback((row: ReconcileRow) => open(row.id), [open])
  const actions = useRowActions<ReconcileRow>([
    { key: 'open', label: t('action.open'), run: onOpen },
    {
      key: 'differences',
      label: t('action.differences'),
      when: ({ status }) => status === 'done',
      run: (row) => void navigate(`?tab=differences&reconcileId=${row.id}`),
    },
  ])
  const options = useOptions(t, { kind: reconcileKinds, status: reconcileStatuses })
  return (
    <Page
      title={t('title')}
      actions={
        <Can use={reconcile.bill}>
          <Button variant="default" onClick={() => setStart('within')}>
            {t('action.within')}
          </Button>
          <Button variant="default" onClick={() => setStart('orgList')}>
            {t('action.orgList')}
          </Button>
          <Button variant="default" onClick={() => setStart('download')}>
            {t('action.download')}
          </Button>
          <Button onClick={() => setStart('bill')}>{t('action.bill')}</Button>
        </Can>
      }
    >
      {tabs}
      <FilterBar filters={filters}>
        <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
        <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
        <ChoiceFilter label={t('field.orgId')} use={reconcile.orgs} {...filters.filter('orgId')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(reconcileWords, runColumns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>
        {start && <StartDialog kind={start} onClose={() => setStart(null)} />}
        {id !== null && <RunPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </Page>
  )
})
