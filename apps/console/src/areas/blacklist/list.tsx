import { type BlacklistRow, blacklist } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { memo, useMemo } from 'react'
import {
  DataTable,
  Pager,
  SelectionBar,
  useList,
  usePermission,
  useReveal,
  useSelection,
  useWords,
} from '#kit'
import { useColumns } from './columns.tsx'
import { BlacklistFilters } from './filters.tsx'
import { RemoveEntries, useRemove } from './remove.tsx'

export const BlacklistList = memo(function BlacklistList({
  onEdit,
}: {
  onEdit: (entry: BlacklistRow) => void
}) {
  const { t } = useWords(blacklistWords)
  const { list, filters } = useList(blacklist.page)
  const selection = useSelection(filters)
  const { revealed, reveal, hide } = useReveal(blacklist.reveal)
  const columns = useColumns(revealed, hide)
  const remove = useRemove()
  const mayUpdate = usePermission(blacklist.update)
  const mayReveal = usePermission(blacklist.reveal)
  const mayRemove = usePermission(blacklist.remove)

  const actions = useMemo(
    () => (row: BlacklistRow) => [
      ...(mayUpdate ? [{ key: 'edit', label: t('action.edit'), onSelect: () => onEdit(row) }] : []),
      ...(mayReveal && isMasked(row)
        ? [{ key: 'reveal', label: t('action.reveal'), onSelect: () => reveal(row.id) }]
        : []),
      ...(mayRemove
        ? [{ key: 'remove', label: t('action.remove'), isDanger: true, onSelect: () => remove(row) }]
        : []),
    ],
    [t, mayUpdate, mayReveal, mayRemove, onEdit, reveal, remove],
  )

  return (
    <>
      <BlacklistFilters filters={filters} />
      <DataTable
        list={list}
        columns={columns}
        label={t('title')}
        selection={mayRemove ? selection : undefined}
        actions={actions}
        exporting={blacklist.export}
      >
        <SelectionBar selection={selection}>
          <RemoveEntries selection={selection} />
        </SelectionBar>
      </DataTable>
      <Pager list={list} />
    </>
  )
})

const isMasked = ({ kind }: BlacklistRow) => kind === 'phone' || kind === 'idNumber'
