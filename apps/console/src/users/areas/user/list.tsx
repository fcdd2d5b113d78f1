import { type UserRow, user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { DataTable, Pager, SelectionBar, useList, useOpen, usePermission, useSelection, useWords } from '#kit'
import { useColumns } from './columns.tsx'
import { UserFilters } from './filters.tsx'
import { RemoveUsers, useRemove } from './remove.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const UserList = memo(function UserList() {
  const { t } = useWords(userWords)
  const { list, filters } = useList(user.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const columns = useColumns()
  const remove = useRemove()
  const mayRemove = usePermission(user.remove)

  const onOpen = useCallback((row: UserRow) => open(row.id), [open])
  const actions = useMemo(
    () => (row: UserRow) => [
      { key: 'open', label: t('action.open'), onSelect: () => open(row.id) },
      ...(mayRemove && row.status !== 'deleted'
        ? [{ key: 'remove', label: t('action.removeShort'), isDanger: true, onSelect: () => remove(row) }]
        : []),
    ],
    [t, mayRemove, open, remove],
  )
  // A selected row of another page may not be deleted yet.
  const canRemove = selection.ids.some((id) => list.rows.find((row) => row.id === id)?.status !== 'deleted')
  const batch = useMemo(() => {
    const onAll = {
      name: 'user.delete',
      count: user.removeCount,
      use: user.removeMatching,
      isDanger: true,
      losesPersonalData: true,
      isOffered: ({ status }: { status?: unknown }) => status !== 'deleted',
      warning: t('remove.text'),
    } as const
    return (
      <SelectionBar selection={selection} all={{ list, acts: [onAll] }}>
        {canRemove && <RemoveUsers selection={selection} />}
      </SelectionBar>
    )
  }, [selection, list, canRemove, t])

  return (
    <>
      <UserFilters filters={filters} />
      <DataTable
        list={list}
        columns={columns}
        label={t('title')}
        selection={mayRemove ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={user.export}
      >
        {batch}
      </DataTable>
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
