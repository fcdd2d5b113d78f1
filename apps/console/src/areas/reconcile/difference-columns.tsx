import type { DifferenceRow } from '@kabao/contract/difference'
import type { differenceWords } from '@kabao/contract/difference.words'
import { differenceMachine } from '@kabao/contract/difference-machine'
import { reconcileWords } from '@kabao/contract/reconcile.words'
import { type ColumnsOf, StateBadge, wordsOf } from '#kit'

export const differenceColumnsOf: ColumnsOf<DifferenceRow, typeof differenceWords> = (column) => {
  const runs = wordsOf(reconcileWords)
  return [
    column.text('ref', { width: 210, isSticky: true, copy: true }),
    {
      ...column.choice('status', { width: 150 }),
      render: ({ status }) => <StateBadge of={differenceMachine} state={status} />,
    },
    column.choice('item', { width: 110 }),
    column.choice('gap', { width: 130 }),
    { ...column.text('kind', { width: 140 }), text: ({ kind }) => runs.t(`kind.${kind}`) },
    { ...column.text('whose', { width: 150, grows: true }), text: ({ whose }) => whose ?? '' },
    column.text('day', { width: 116 }),
    column.money('oursFen', { width: 110 }),
    column.money('theirsFen', { width: 110 }),
    column.money('differenceFen', { width: 140 }),
    column.text('oursStatus', { width: 110, isOptional: true }),
    column.text('theirsStatus', { width: 110, isOptional: true }),
    column.choice('cause', { width: 150 }),
    column.text('note', { width: 160, isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
  ]
}
