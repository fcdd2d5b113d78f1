import { type PushReturnRow, pushReturn } from '@kabao/contract/push-return'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { pushReturnMachine } from '@kabao/contract/push-return-machine'
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
import { RefuseMany } from '#kit/review/refuse-many.tsx'
import { columns } from './columns.tsx'
import { PushReturnFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

/** The tab belongs to the list, and stays when the details close. */
const noParts: readonly string[] = []

const onAll = actsOnAll(pushReturnMachine, pushReturn)

export const PushReturnList = memo(function PushReturnList({
  list,
  filters,
}: {
  list: List<PushReturnRow>
  filters: ListFilters<typeof pushReturn.page>
}) {
  const { t } = useWords(pushReturnWords)
  const { id, open, turnTo, close } = useOpen(noParts)
  const selection = useSelection(filters)
  const maySelect = useMayActOnSeveral(pushReturnMachine, pushReturn)
  const onOpen = useCallback((row: PushReturnRow) => open(row.id), [open])
  const acts = useRowActs<PushReturnRow, typeof pushReturnMachine>(pushReturnMachine, pushReturn)
  const actions = useRowActions<PushReturnRow>([
    { key: 'open', label: t('action.open'), run: onOpen },
    ...acts,
  ])
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: onAll }}>
        <BulkActs of={pushReturnMachine} calls={pushReturn} selection={selection} rows={list.rows} />
        <RefuseMany use={pushReturn.refuseMany} act={pushReturnMachine.acts.refuse} selection={selection} />
      </SelectionBar>
    ),
    [selection, list],
  )
  return (
    <>
      <PushReturnFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(pushReturnWords, columns)}
        label={t('title')}
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
