import type { CorrectionRow } from '@kabao/contract/reconcile/correction'
import type { correctionWords } from '@kabao/contract/reconcile/correction.words'
import { correctionMachine } from '@kabao/contract/reconcile/correction-machine'
import { type ColumnsOf, StateBadge } from '#kit'

export const correctionColumns: ColumnsOf<CorrectionRow, typeof correctionWords> = (column) => [
  column.text('ref', { width: 210, isSticky: true, copy: true }),
  {
    ...column.choice('status', { width: 120 }),
    render: ({ status }) => <StateBadge of={correctionMachine} state={status} />,
  },
  column.text('whose', { width: 150, grows: true }),
  column.money('differenceFen', { width: 140 }),
  column.money('amountFen', { width: 120 }),
  column.text('reason', { width: 180, grows: true }),
  column.text('createdBy', { width: 112 }),
  column.instant('createdAt'),
  column.text('reviewedBy', { width: 112 }),
  column.instant('reviewedAt', { isOptional: true }),
  column.text('note', { width: 160, isOptional: true }),
]
