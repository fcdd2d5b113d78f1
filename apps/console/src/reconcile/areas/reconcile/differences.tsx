import {
  type DifferenceRow,
  difference,
  differenceGaps,
  differenceItems,
} from '@kabao/contract/reconcile/difference'
import { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { reconcileKinds } from '@kabao/contract/reconcile/reconcile'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { lazy, memo, type ReactNode, Suspense, useCallback } from 'react'
import {
  ChoiceFilter,
  DataTable,
  FilterBar,
  Page,
  Pager,
  SelectField,
  StateChoice,
  TextFilter,
  useColumns,
  useList,
  useOpen,
  useOptions,
  useRowActions,
  useWords,
} from '#kit'
import { differenceColumnsOf } from './difference-columns.tsx'

/** The tab of the page belongs to the list, and stays when the details close. */
const noParts: readonly string[] = []
const DifferencePanel = lazy(() => import('./difference-panel.tsx'))

/** Where two lists differ. @param tabs the other lists of the same page */
export default memo(function Differences({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(differenceWords)
  const runs = useWords(reconcileWords)
  const { list, filters } = useList(difference.page)
  const { id, open, turnTo, close } = useOpen(noParts)
  const onOpen = useCallback((row: DifferenceRow) => open(row.id), [open])
  const actions = useRowActions<DifferenceRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  const options = useOptions(t, { item: differenceItems, gap: differenceGaps })
  const kinds = useOptions(runs.t, { kind: reconcileKinds })
  return (
    <Page title={t('title')}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={differenceMachine}
        counts={difference.counts}
        filters={filters}
      />
      <FilterBar
        filters={filters}
        more={<TextFilter label={t('field.reconcileId')} {...filters.filter('reconcileId')} />}
      >
        <SelectField label={t('field.kind')} options={kinds.kind} {...filters.filter('kind')} />
        <SelectField label={t('field.item')} options={options.item} {...filters.filter('item')} />
        <SelectField label={t('field.gap')} options={options.gap} {...filters.filter('gap')} />
        <ChoiceFilter label={t('field.whose')} use={difference.orgs} {...filters.filter('orgId')} />
        <TextFilter label={t('field.ref')} {...filters.filter('ref')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(differenceWords, differenceColumnsOf)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={difference.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DifferencePanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </Page>
  )
})
