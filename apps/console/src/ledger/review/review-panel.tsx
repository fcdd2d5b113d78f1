import type { Machine, StateOf } from '@kabao/contract/kernel/machine'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { DetailHead } from '#kit/detail/detail-head.tsx'
import { RowPanel, type RowPanelProps } from '#kit/detail/row-panel.tsx'
import { StateBadge } from '#kit/machine/state-badge.tsx'
import type { OneCalls, StatedRow } from '#kit/machine/use-acts.ts'
import { ReviewForm } from './review-form.tsx'

interface ReviewPanelProps<Row extends StatedRow, M extends Machine> extends RowPanelProps {
  title: string
  answer: Pick<UseQueryResult<Row>, 'data' | 'error' | 'refetch'>
  /** What stands at the top, beside the state. */
  nameOf: (row: Row) => string
  machine: M
  calls: OneCalls<M>
  refusal: ComponentProps<typeof ReviewForm<M>>['refusal']
  special?: ComponentProps<typeof ReviewForm<M>>['special']
  /** The facts of the row. */
  children: (row: Row) => ReactNode
  /** What stands below the review. */
  below?: (row: Row) => ReactNode
}

/** The details of one row of a `ReviewedList`: its state, its facts, and its review. */
export function ReviewPanel<Row extends StatedRow, M extends Machine>({
  nameOf,
  machine,
  calls,
  refusal,
  special = {},
  children,
  below,
  ...panel
}: ReviewPanelProps<Row, M>) {
  return (
    <RowPanel<Row> {...panel}>
      {(row) => (
        <>
          <DetailHead name={nameOf(row)}>
            <StateBadge of={machine} state={row.status as StateOf<M>} />
          </DetailHead>
          {children(row)}
          <ReviewForm
            key={row.id}
            machine={machine}
            calls={calls}
            row={row}
            refusal={refusal}
            special={special}
          />
          {below?.(row)}
        </>
      )}
    </RowPanel>
  )
}
