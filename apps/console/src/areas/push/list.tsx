import { type PushRow, push } from '@kabao/contract/push'
import { pushWords } from '@kabao/contract/push.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import { DataTable, Pager, useList, useOpen, useWords } from '#kit'
import { useColumns } from './columns.tsx'
import { PushFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const PushList = memo(function PushList() {
  const { t } = useWords(pushWords)
  const { list, filters } = useList(push.page)
  const { id, open, turnTo, close } = useOpen()
  const columns = useColumns()

  const onOpen = useCallback((row: PushRow) => open(row.id), [open])
  const actions = useMemo(
    () => (row: PushRow) => [{ key: 'open', label: t('action.open'), onSelect: () => open(row.id) }],
    [t, open],
  )

  return (
    <>
      <PushFilters filters={filters} />
      <DataTable
        list={list}
        columns={columns}
        label={t('title')}
        onOpen={onOpen}
        actions={actions}
        exporting={push.export}
      />
      <Pager list={list} />
      <Suspense>
        {id !== null && <DetailPanel id={id} rows={list.rows} onTurn={turnTo} onClose={close} />}
      </Suspense>
    </>
  )
})
