import { type SuspenseRow, suspense, suspenseKinds, suspenseStatuses } from '@kabao/contract/payment/suspense'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { lazy, memo, Suspense, useCallback } from 'react'
import {
  DataTable,
  DateRangeField,
  FilterBar,
  type ListFilters,
  Pager,
  SelectField,
  TextFilter,
  useColumns,
  useList,
  useOpen,
  useOptions,
  useRowActions,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))
const noParts: readonly string[] = []

export const SuspenseList = memo(function SuspenseList() {
  const { t } = useWords(suspenseWords)
  const { list, filters } = useList(suspense.page)
  const { id, open, turnTo, close } = useOpen(noParts)
  const onOpen = useCallback((row: SuspenseRow) => open(row.id), [open])
  const actions = useRowActions<SuspenseRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  return (
    <>
      <Filters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(suspenseWords, columns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={suspense.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof suspense.page> }) {
  const { t } = useWords(suspenseWords)
  const options = useOptions(t, { kind: suspenseKinds, status: suspenseStatuses })
  const whole = t('hint.whole')
  return (
    <FilterBar
      filters={filters}
      more={
        <TextFilter label={t('field.collectionId')} placeholder={whole} {...filters.filter('collectionId')} />
      }
    >
      <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.tradeNo')} placeholder={whole} {...filters.filter('tradeNo')} />
      <TextFilter label={t('field.orderNo')} placeholder={whole} {...filters.filter('orderNo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
