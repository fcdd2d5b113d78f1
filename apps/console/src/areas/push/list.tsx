import { type PushRow, push } from '@kabao/contract/push'
import { pushWords } from '@kabao/contract/push.words'
import { lazy, memo, Suspense, useCallback } from 'react'
import { DataTable, Pager, useColumns, useList, useOpen, useRowActions, useWords } from '#kit'
import { columns } from './columns.ts'
import { PushFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const PushList = memo(function PushList() {
  const { t } = useWords(pushWords)
  const { list, filters } = useList(push.page)
  const { id, open, turnTo, close } = useOpen()

  const onOpen = useCallback((row: PushRow) => open(row.id), [open])
  const actions = useRowActions<PushRow>([{ key: 'open', label: t('action.open'), run: onOpen }])

  return (
    <>
      <PushFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(pushWords, columns)}
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
