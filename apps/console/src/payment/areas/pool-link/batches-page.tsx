import { poolBatchWords } from '@kabao/contract/payment/pool-batch.words'
import { type PoolBatchRow, poolLink } from '@kabao/contract/payment/pool-link'
import { memo, type ReactNode, useCallback } from 'react'
import { useNavigate } from 'react-router'
import {
  type ColumnsOf,
  DataTable,
  DateRangeField,
  FilterBar,
  Page,
  Pager,
  useColumns,
  useList,
  useRowActions,
  useWords,
} from '#kit'
import { LinkImport } from './link-import.tsx'

const columns: ColumnsOf<PoolBatchRow, typeof poolBatchWords> = (column) => [
  column.text('id', { width: 90, isSticky: true }),
  column.text('fileName', { width: 220, grows: true }),
  column.number('total', { width: 100 }),
  column.number('idle', { width: 96 }),
  column.number('assigned', { width: 96 }),
  column.number('used', { width: 96 }),
  column.number('expired', { width: 96 }),
  column.number('void', { width: 96 }),
  column.text('createdBy', { width: 120 }),
  column.instant('createdAt'),
]

/** The imports of links, and what became of the links of each. @param tabs the other list of the page */
export default memo(function BatchesPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords(poolBatchWords)
  const { list, filters } = useList(poolLink.batches)
  const navigate = useNavigate()
  const onOpen = useCallback(({ id }: PoolBatchRow) => void navigate(`?batchId=${id}`), [navigate])
  const actions = useRowActions<PoolBatchRow>([{ key: 'open', label: t('links'), run: onOpen }])
  return (
    <Page title={t('title')} actions={<LinkImport />}>
      {tabs}
      <FilterBar filters={filters}>
        <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      </FilterBar>
      <DataTable
        list={list}
        columns={useColumns(poolBatchWords, columns)}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
      />
      <Pager list={list} />
    </Page>
  )
})
