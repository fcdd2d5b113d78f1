import { type SettlementRow, settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { settlementMachine } from '@kabao/contract/ledger/settlement-machine'
import { lazy, memo, Suspense, useCallback } from 'react'
import {
  ChoiceFilter,
  DataTable,
  DateRangeField,
  FilterBar,
  type List,
  type ListFilters,
  Pager,
  useColumns,
  useOpen,
  useRowActions,
  useRowActs,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const SettlementList = memo(function SettlementList({
  list,
  filters,
}: {
  list: List<SettlementRow>
  filters: ListFilters<typeof settlement.page>
}) {
  const { t } = useWords(settlementWords)
  const { id, open, turnTo, close } = useOpen()
  const onOpen = useCallback((row: SettlementRow) => open(row.id), [open])
  const acts = useRowActs<SettlementRow, typeof settlementMachine>(settlementMachine, settlement)
  const actions = useRowActions<SettlementRow>([
    { key: 'open', label: t('action.open'), run: onOpen },
    ...acts,
  ])
  return (
    <>
      <FilterBar filters={filters}>
        <ChoiceFilter
          label={t('field.channelName')}
          placeholder={t('create.channel')}
          use={settlement.channels}
          {...filters.filter('channelId')}
        />
        <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(settlementWords, columns)}
        label={t('title')}
        exporting={settlement.export}
        onOpen={onOpen}
        actions={actions}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
