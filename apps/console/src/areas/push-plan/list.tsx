import { type PushPlanRow, pushPlan } from '@kabao/contract/push-plan'
import { pushPlanWords } from '@kabao/contract/push-plan.words'
import { pushPlanMachine } from '@kabao/contract/push-plan-machine'
import { pushPlanPageWords } from '@kabao/contract/push-plan-page.words'
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
import { PushPlanFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

/** The parameters of the address that belong to the open details alone; `tab` is the page's own. */
const ofDetails: readonly string[] = []

export const PushPlanTable = memo(function PushPlanTable({
  onEdit,
  onCopy,
}: {
  onEdit: (row: PushPlanRow) => void
  onCopy: (row: PushPlanRow) => void
}) {
  const { t } = useWords(pushPlanPageWords)
  const named = useWords(pushPlanWords)
  const { list, filters } = useList(pushPlan.page)
  const { id, open, turnTo, close } = useOpen(ofDetails)
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(pushPlanMachine, pushPlan)
  const mayRemove = usePermission(pushPlan.remove)
  const remove = useRemove(pushPlan.remove, pushPlanPageWords, ({ name }: PushPlanRow) => ({ name }))

  const onOpen = useCallback((row: PushPlanRow) => open(row.id), [open])
  const actions = useRowActions<PushPlanRow>([
    {
      key: 'edit',
      use: pushPlan.update,
      label: t('action.edit'),
      why: ({ status }) => (status === 'draft' ? undefined : t('fixed')),
      run: onEdit,
    },
    ...useRowActs<PushPlanRow, typeof pushPlanMachine>(pushPlanMachine, pushPlan),
    { key: 'open', label: t('action.open'), run: onOpen },
    { key: 'copy', use: pushPlan.create, label: t('action.copy'), run: onCopy },
    {
      key: 'remove',
      use: pushPlan.remove,
      label: t('action.remove'),
      why: inUse,
      run: remove,
      isDanger: true,
    },
  ])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll(pushPlanMachine, pushPlan) }}>
        <BulkActs of={pushPlanMachine} calls={pushPlan} selection={selection} rows={list.rows} />
        <RemoveRows use={pushPlan.removeMany} words={pushPlanPageWords} selection={selection} />
      </SelectionBar>
    ),
    [selection, list],
  )

  return (
    <>
      <StateChoice label={t('tabs')} machine={pushPlanMachine} counts={pushPlan.counts} filters={filters} />
      <PushPlanFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(pushPlanWords, columns)}
        label={named.t('title')}
        selection={mayAct || mayRemove ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={pushPlan.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && (
          <DetailPanel
            onEdit={onEdit}
            onCopy={onCopy}
            panel={{ id, rows: list.rows, onTurn: turnTo, onClose: close }}
          />
        )}
      </Suspense>
    </>
  )
})
