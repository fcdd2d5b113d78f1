import { type AdjustmentRow, adjustment, adjustmentKinds } from '@kabao/contract/adjustment'
import { adjustmentWords } from '@kabao/contract/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/adjustment-machine'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  BulkActs,
  ChoiceFilter,
  DataTable,
  DateRangeField,
  FilterBar,
  type List,
  type ListFilters,
  Pager,
  SelectField,
  SelectionBar,
  TextFilter,
  useColumns,
  useMayActOnSeveral,
  useOpen,
  useOptions,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { RefuseMany } from '#kit/review/refuse-many.tsx'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const noParts: readonly string[] = []

export const AdjustmentList = memo(function AdjustmentList({
  list,
  filters,
}: {
  list: List<AdjustmentRow>
  filters: ListFilters<typeof adjustment.page>
}) {
  const { t } = useWords(adjustmentWords)
  const { id, open, turnTo, close } = useOpen(noParts)
  const selection = useSelection(filters)
  const maySelect = useMayActOnSeveral(adjustmentMachine, adjustment)
  const onOpen = useCallback((row: AdjustmentRow) => open(row.id), [open])
  const acts = useRowActs<AdjustmentRow, typeof adjustmentMachine>(adjustmentMachine, adjustment)
  const actions = useRowActions<AdjustmentRow>([
    { key: 'open', label: t('action.open'), run: onOpen },
    ...acts,
  ])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection}>
        <BulkActs of={adjustmentMachine} calls={adjustment} selection={selection} rows={list.rows} />
        <RefuseMany use={adjustment.rejectMany} act={adjustmentMachine.acts.reject} selection={selection} />
      </SelectionBar>
    ),
    [selection, list],
  )
  return (
    <>
      <Filters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(adjustmentWords, columns)}
        label={t('title')}
        selection={maySelect ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={adjustment.export}
      >
        {bar}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof adjustment.page> }) {
  const { t } = useWords(adjustmentWords)
  const options = useOptions(t, { kind: adjustmentKinds })
  return (
    <FilterBar filters={filters}>
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={t('hint.org')}
        use={adjustment.orgs}
        {...filters.filter('orgId')}
      />
      <ChoiceFilter
        label={t('field.channelName')}
        placeholder={t('hint.org')}
        use={adjustment.channels}
        {...filters.filter('channelId')}
      />
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={adjustment.filers}
        {...filters.filter('createdBy')}
      />
      <TextFilter label={t('field.linkId')} placeholder={t('hint.linkId')} {...filters.filter('linkId')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
