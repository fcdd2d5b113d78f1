import { type RechargeRow, recharge, rechargeWays } from '@kabao/contract/recharge'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { rechargeMachine } from '@kabao/contract/recharge-machine'
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
  useColumns,
  useMayActOnSeveral,
  useOpen,
  useOptions,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { MoneyFilter } from '#kit/list/money-filter.tsx'
import { RefuseMany } from '#kit/review/refuse-many.tsx'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const noParts: readonly string[] = []

export const RechargeList = memo(function RechargeList({
  list,
  filters,
}: {
  list: List<RechargeRow>
  filters: ListFilters<typeof recharge.page>
}) {
  const { t } = useWords(rechargeWords)
  const { id, open, turnTo, close } = useOpen(noParts)
  const selection = useSelection(filters)
  const maySelect = useMayActOnSeveral(rechargeMachine, recharge)
  const onOpen = useCallback((row: RechargeRow) => open(row.id), [open])
  const acts = useRowActs<RechargeRow, typeof rechargeMachine>(rechargeMachine, recharge)
  const actions = useRowActions<RechargeRow>([{ key: 'open', label: t('action.open'), run: onOpen }, ...acts])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection}>
        <BulkActs of={rechargeMachine} calls={recharge} selection={selection} rows={list.rows} />
        <RefuseMany use={recharge.rejectMany} act={rechargeMachine.acts.reject} selection={selection} />
      </SelectionBar>
    ),
    [selection, list],
  )
  return (
    <>
      <Filters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(rechargeWords, columns)}
        label={t('title')}
        selection={maySelect ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={recharge.export}
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

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof recharge.page> }) {
  const { t } = useWords(rechargeWords)
  const options = useOptions(t, { way: rechargeWays })
  return (
    <FilterBar filters={filters}>
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={t('hint.org')}
        use={recharge.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField label={t('field.way')} options={options.way} {...filters.filter('way')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={recharge.filers}
        {...filters.filter('createdBy')}
      />
      <MoneyFilter label={t('yuan', { title: t('field.amountFrom') })} {...filters.filter('amountFrom')} />
      <MoneyFilter label={t('yuan', { title: t('field.amountTo') })} {...filters.filter('amountTo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
