import { type PoolLinkRow, poolLink } from '@kabao/contract/pool-link'
import { poolLinkWords } from '@kabao/contract/pool-link.words'
import { poolLinkMachine } from '@kabao/contract/pool-link-machine'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  actsOnAll,
  BulkActs,
  DataTable,
  type List,
  type ListFilters,
  Pager,
  SelectionBar,
  useColumns,
  useMayActOnSeveral,
  useOpen,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'
import { LinkFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

const onAll = actsOnAll(poolLinkMachine, poolLink)

export const LinkList = memo(function LinkList({
  list,
  filters,
}: {
  list: List<PoolLinkRow>
  filters: ListFilters<typeof poolLink.page>
}) {
  const { t } = useWords(poolLinkWords)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const maySelect = useMayActOnSeveral(poolLinkMachine, poolLink)
  const onOpen = useCallback((row: PoolLinkRow) => open(row.id), [open])
  const acts = useRowActs<PoolLinkRow, typeof poolLinkMachine>(poolLinkMachine, poolLink)
  const actions = useRowActions<PoolLinkRow>([{ key: 'open', label: t('action.open'), run: onOpen }, ...acts])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: onAll }}>
        <BulkActs of={poolLinkMachine} calls={poolLink} selection={selection} rows={list.rows} />
      </SelectionBar>
    ),
    [selection, list],
  )
  return (
    <>
      <LinkFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(poolLinkWords, columns)}
        label={t('title')}
        exporting={poolLink.export}
        selection={maySelect ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
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
