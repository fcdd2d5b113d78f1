import { type PushRow, push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  DataTable,
  Pager,
  SelectionBar,
  useColumns,
  useList,
  useOpen,
  usePermission,
  useRowActions,
  useSelection,
  useWords,
} from '#kit'
import { columns } from './columns.ts'
import { PushFilters } from './filters.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

/** Only pushes that surely failed are sent again. */
const onAll = [
  {
    name: 'push.resend' as const,
    count: push.resendCount,
    use: push.resendMatching,
    isOffered: ({ status }: Readonly<Record<string, unknown>>) => status === undefined || status === 'failed',
  },
]

export const PushList = memo(function PushList() {
  const { t } = useWords(pushWords)
  const { list, filters } = useList(push.page)
  const { id, open, turnTo, close } = useOpen()

  const selection = useSelection(filters)
  const mayResend = usePermission(push.resendMatching)
  const bar = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: onAll }}>
        {null}
      </SelectionBar>
    ),
    [selection, list],
  )

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
        selection={mayResend ? selection : undefined}
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
