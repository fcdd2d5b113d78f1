import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import { Fragment, type ReactNode } from 'react'
import { useAnswer } from '../call/query.ts'
import { RowPanel, type RowPanelProps } from '../detail/row-panel.tsx'

/** What a list passes to the details of an entry. */
export interface EntryPanelProps<Row> {
  panel: RowPanelProps
  onEdit: (row: Row) => void
  onCopy: (row: Row) => void
}

/** The details of one entry beside its list. @param get answers one entry as a whole */
export function EntryPanel<E extends Endpoint>({
  get,
  title,
  panel,
  children,
}: {
  get: E
  title: string
  panel: RowPanelProps
  children: (entry: AnswerOf<E>) => ReactNode
}) {
  // The parameters of `E` are not known here; those of `get` of a list are the id of the entry.
  const answer = useAnswer(get, { params: { id: panel.id } } as never)
  return (
    <RowPanel<AnswerOf<E>> title={title} answer={answer} {...panel}>
      {(entry) => <Fragment key={panel.id}>{children(entry)}</Fragment>}
    </RowPanel>
  )
}
