import { type CorrectionRow, correction } from '@kabao/contract/correction'
import { correctionWords } from '@kabao/contract/correction.words'
import { correctionMachine } from '@kabao/contract/correction-machine'
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import {
  DataTable,
  DateRangeField,
  FilterBar,
  Page,
  Pager,
  SelectionBar,
  StateChoice,
  useColumns,
  useList,
  useOpen,
  usePermission,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { RefuseMany } from '#kit/review/refuse-many.tsx'
import { correctionColumns } from './correction-columns.tsx'

const CorrectionPanel = lazy(() => import('./correction-panel.tsx'))

/** Corrections of differences, and their review. @param tabs the other lists of the same page */
export default memo(function Corrections({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(correctionWords)
  const { list, filters } = useList(correction.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const maySelect = usePermission(correction.refuseMany)
  const onOpen = useCallback((row: CorrectionRow) => open(row.id), [open])
  const acts = useRowActs<CorrectionRow, typeof correctionMachine>(correctionMachine, correction)
  const actions = useRowActions<CorrectionRow>([
    { key: 'open', label: t('action.open'), run: onOpen },
    ...acts,
  ])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection}>
        <RefuseMany use={correction.refuseMany} act={correctionMachine.acts.refuse} selection={selection} />
      </SelectionBar>
    ),
    [selection],
  )
  return (
    <Page breadcrumb={['menu.finance', 'menu.finance.reconcile']} title={t('title')}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={correctionMachine}
        counts={correction.counts}
        filters={filters}
      />
      <FilterBar filters={filters}>
        <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(correctionWords, correctionColumns)}
        label={t('title')}
        selection={maySelect ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
      >
        {bar}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <CorrectionPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </Page>
  )
})
