import type { ChannelRow } from '@kabao/contract/channel'
import { channelWords } from '@kabao/contract/channel.words'
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
  useReveal,
  useRowActions,
  useRowActs,
  useSelection,
  useWords,
} from '#kit'
import { columns, uvColumns } from './columns.tsx'
import { ChannelFilters } from './filters.tsx'
import type { ChannelList } from './lists.ts'

const hasContact = ({ contactName, contactPhone }: ChannelRow) => contactName !== '' || contactPhone !== ''

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const ChannelTable = memo(function ChannelTable({
  of,
  onEdit,
  onCopy,
}: {
  of: ChannelList
  onEdit: (row: ChannelRow) => void
  onCopy: (row: ChannelRow) => void
}) {
  const { calls, machine } = of
  const { t } = useWords(channelWords)
  const { list, filters } = useList(calls.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const mayAct = useMayActOnSeveral(machine, calls)
  const mayRemove = usePermission(calls.remove)
  const reveal = useReveal(calls.reveal)
  const remove = useRemove(calls.remove, channelWords, ({ name }: ChannelRow) => ({ name }))

  const onOpen = useCallback((row: ChannelRow) => open(row.id), [open])
  const actions = useRowActions<ChannelRow>([
    { key: 'edit', use: calls.update, label: t('action.edit'), run: onEdit },
    ...useRowActs<ChannelRow, typeof machine>(machine, calls),
    { key: 'open', label: t('action.open'), run: onOpen },
    {
      key: 'reveal',
      use: calls.reveal,
      label: t('action.reveal'),
      when: hasContact,
      run: ({ id }) => reveal.reveal(id),
    },
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
        <RemoveRows use={calls.removeMany} words={channelWords} selection={selection} />
      </SelectionBar>
    ),
    [selection, list, machine, calls],
  )

  return (
    <>
      <StateChoice label={t('tabs')} machine={machine} counts={calls.counts} filters={filters} />
      <ChannelFilters of={of} filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(channelWords, of.name === 'channelUv' ? uvColumns : columns, reveal)}
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
