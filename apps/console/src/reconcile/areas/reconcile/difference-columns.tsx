import type { Language } from '@kabao/contract/kernel/language'
import { type DifferenceRow, isCounted } from '@kabao/contract/reconcile/difference'
import type { differenceWords } from '@kabao/contract/reconcile/difference.words'
import { differenceMachine } from '@kabao/contract/reconcile/difference-machine'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { type Column, type ColumnsOf, formatNumber, StateBadge, wordsOf } from '#kit'
import { statusText } from './status-text.ts'

/** What the figures have more than we. */
const countDifference = ({ oursCount, theirsCount }: DifferenceRow) => (theirsCount ?? 0) - (oursCount ?? 0)

/** A column of amounts, with a number instead where numbers are compared. */
const counted = (
  money: Column<DifferenceRow>,
  language: Language,
  count: (row: DifferenceRow) => number | null,
): Column<DifferenceRow> => ({
  ...money,
  text: (row) => (isCounted(row.item) ? formatNumber(count(row) ?? 0, language) : (money.text?.(row) ?? '')),
})

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
    counted(column.money('differenceFen', { width: 140 }), column.language, countDifference),
    counted(column.money('oursFen', { width: 110 }), column.language, ({ oursCount }) => oursCount),
    counted(column.money('theirsFen', { width: 110 }), column.language, ({ theirsCount }) => theirsCount),
    { ...column.text('kind', { width: 140 }), text: ({ kind }) => runs.t(`kind.${kind}`) },
    { ...column.text('whose', { width: 150, grows: true }), text: ({ whose }) => whose ?? '' },
    column.text('day', { width: 116 }),
    {
      ...column.text('oursStatus', { width: 110, isOptional: true }),
      text: ({ oursStatus }) => statusText(oursStatus, column.language),
    },
    {
      ...column.text('theirsStatus', { width: 110, isOptional: true }),
      text: ({ theirsStatus }) => statusText(theirsStatus, column.language),
    },
    column.choice('cause', { width: 150 }),
    column.text('note', { width: 160, isOptional: true }),
    column.text('updatedBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
  ]
}
