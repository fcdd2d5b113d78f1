import type { OrgRow } from '@kabao/contract/org'
import { orgWords } from '@kabao/contract/org.words'
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
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
import { OrgFilters } from './filters.tsx'
import type { OrgList } from './lists.ts'
import { plansAddress } from './plans-address.ts'

const TemplateEditor = lazy(() => import('./template/editor.tsx'))
const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const OrgTable = memo(function OrgTable({
  of,
  onEdit,
  onCopy,
}: {
  of: OrgList
  onEdit: (row: OrgRow) => void
  onCopy: (row: OrgRow) => void
}) {
  const { calls, machine } = of
  const { t } = useWords(orgWords)
  const { list, filters } = useList(calls.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const navigate = useNavigate()
  const mayAct = useMayActOnSeveral(machine, calls)
  const mayRemove = usePermission(calls.remove)
  const remove = useRemove(calls.remove, orgWords, ({ name }: OrgRow) => ({ name }))

  const [connected, setConnected] = useState<OrgRow | null>(null)
  const onOpen = useCallback((row: OrgRow) => open(row.id), [open])
  const actions = useRowActions<OrgRow>([
    { key: 'edit', use: calls.update, label: t('action.edit'), run: onEdit },
    ...useRowActs<OrgRow, typeof machine>(machine, calls),
    { key: 'open', label: t('action.open'), run: onOpen },
    { key: 'plans', label: t('action.plans'), run: ({ id }) => void navigate(plansAddress(of, id)) },
    { key: 'template', use: calls.template, label: t('action.template'), run: setConnected },
    { key: 'copy', use: calls.create, label: t('action.copy'), run: onCopy },
    {
      key: 'remove',
      use: calls.remove,
      label: t('action.remove'),
      why: (row) => inUse(row) ?? (row.balanceFen === 0 ? undefined : t('remove.holdsMoney')),
      run: remove,
      isDanger: true,
    },
  ])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: actsOnAll(machine, calls) }}>
        <BulkActs of={machine} calls={calls} selection={selection} rows={list.rows} />
        <RemoveRows use={calls.removeMany} words={orgWords} selection={selection} />
      </SelectionBar>
    ),
    [selection, list, machine, calls],
  )

  return (
    <>
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <OrgFilters of={of} filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(orgWords, columns)}
        label={t(`title.${of.name}`)}
        selection={mayAct || mayRemove ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={calls.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {connected && <TemplateEditor of={of} org={connected} onClose={() => setConnected(null)} />}
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
