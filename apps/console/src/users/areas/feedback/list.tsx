import { type FeedbackRow, feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { lazy, memo, Suspense, useCallback, useMemo } from 'react'
import {
  actsOnAll,
  BulkActs,
  DataTable,
  Pager,
  SelectionBar,
  useColumns,
  useList,
  useMayActOnSeveral,
  useOpen,
  useRowActions,
  useSelection,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'
import { FeedbackFilters } from './filters.tsx'
import { StatusChoice } from './status-choice.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

const onAll = actsOnAll(feedbackMachine, feedback)

export const FeedbackList = memo(function FeedbackList() {
  const { t } = useWords(feedbackWords)
  const { list, filters } = useList(feedback.page)
  const { id, open, turnTo, close } = useOpen()
  const selection = useSelection(filters)
  const maySelect = useMayActOnSeveral(feedbackMachine, feedback)

  const onOpen = useCallback((row: FeedbackRow) => open(row.id), [open])
  const actions = useRowActions<FeedbackRow>([{ key: 'open', label: t('action.open'), run: onOpen }])
  const batch = useMemo(
    () => (
      <SelectionBar selection={selection} all={{ list, acts: onAll }}>
        <BulkActs of={feedbackMachine} calls={feedback} selection={selection} rows={list.rows} />
      </SelectionBar>
    ),
    [selection, list],
  )

  return (
    <>
      <StatusChoice filters={filters} />
      <FeedbackFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(feedbackWords, columns)}
        label={t('title')}
        selection={maySelect ? selection : undefined}
        onOpen={onOpen}
        actions={actions}
        exporting={feedback.export}
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
