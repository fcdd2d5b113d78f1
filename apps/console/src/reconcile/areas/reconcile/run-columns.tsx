import type { ReconcileRow } from '@kabao/contract/reconcile/reconcile'
import type { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { Badge, type ColumnsOf } from '#kit'

export const statusColors = { queued: 'blue', done: 'green', failed: 'red' } as const

/** The days of a comparison: one day, or from one to another. */
export const daysOf = ({ day, toDay }: Pick<ReconcileRow, 'day' | 'toDay'>): string =>
  day === toDay ? day : `${day} – ${toDay}`

export const runColumns: ColumnsOf<ReconcileRow, typeof reconcileWords> = (column) => {
  const { t } = column
  return [
    { ...column.text('day', { width: 190, isSticky: true }), title: t('field.days'), text: daysOf },
    column.choice('kind', { width: 140 }),
    { ...column.text('whose', { width: 150, grows: true }), text: ({ whose }) => whose ?? t('within') },
    column.choice('status', { width: 100, colors: statusColors }),
    column.number('lines', { width: 100 }),
    column.number('matched', { width: 90 }),
    {
      ...column.number('open', { width: 148 }),
      render: ({ open }) => (open > 0 ? <Badge color="orange">{open}</Badge> : open),
    },
    gap('missingHere'),
    gap('missingThere'),
    gap('amount'),
    { ...gap('status'), title: t('field.statusDiffers') },
    column.number('wrong', { width: 100, isOptional: true }),
    column.text('fileName', { width: 160, isOptional: true }),
    { ...column.text('createdBy', { width: 120 }), text: ({ createdBy }) => createdBy ?? t('service') },
    column.instant('createdAt'),
    column.instant('endedAt', { isOptional: true }),
    column.text('problem', { width: 200, isOptional: true }),
  ]

  function gap(name: keyof ReconcileRow['gaps']) {
    return {
      key: `_${name}` as const,
      title: name === 'status' ? t('field.statusDiffers') : t(`field.${name}`),
      width: 116,
      align: 'end' as const,
      text: ({ gaps }: ReconcileRow) => String(gaps[name]),
    }
  }
}
