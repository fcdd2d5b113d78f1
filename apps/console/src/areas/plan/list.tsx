import type { PlanRow } from '@kabao/contract/plan'
import { planWords } from '@kabao/contract/plan.words'
import { planPageWords } from '@kabao/contract/plan-page.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  actsOnAll,
  BulkActs,
  DataTable,
  inUse,
  Pager,
  RemoveRows,
  SelectionBar,
  StateChoice,
  useColumns,
  useList,
  useMayActOnSeveral,
  useOpen,
  usePermission,
  useRemove,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'
import { PlanFilters } from './filters.tsx'
import type { PlanList } from './lists.ts'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const PlanTable = memo(function PlanTable({
  of,
  onEdit,
  onCopy,
}: {
  of: PlanList
  onEdit: (row: PlanRow) => void
  onCopy: (row: PlanRow) => void
}) {
  const { calls, machine } = of
  const { t } = useWords(planPageWords)
  const named = useWords(planWords)
  const { list, filters } = useList(calls.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const mayRemove = usePermission(calls.remove)
  const remove = useRemove(calls.remove, planPageWords, ({ name }: PlanRow) => ({ name }))

  const onOpen = useCallback((row: PlanRow) => open(row.id), [open])
  const actions = useRowActions<PlanRow>([
    {
      key: 'edit',
      use: calls.update,
      label: t('action.edit'),
      why: ({ status }) => (status === 'ended' ? t('ended') : undefined),
      run: onEdit,
    },
    ...useRowActs<PlanRow, typeof machine>(machine, calls),
    { key: 'open', label: t('action.open'), run: onOpen },
    { key: 'copy', use: calls.create, label: t('action.copy'), run: onCopy },
    {
      key: 'remove',
      use: calls.remove,
      label: t('action.remove'),
      why: inUse,
      run: remove,
      isDanger: true,
    },
  ])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll(machine, calls) }}>
        <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
        <RemoveRows use={calls.removeMany} words={planPageWords} selection={selection} />
      </SelectionBar>
    ),
    [selection, list, machine, calls],
  )

  return (
    <>
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <PlanFilters of={of} filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(planWords, columns)}
        label={named.t(`title.${of.name}`)}
        selection={mayAct || mayRemove ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={calls.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && (
          <DetailPanel
            of={of}
            onEdit={onEdit}
            onCopy={onCopy}
            panel={{ id, rows: list.rows, onTurn: turnTo, onClose: close }}
          />
        )}
      </Suspense>
    </>
  )
})
