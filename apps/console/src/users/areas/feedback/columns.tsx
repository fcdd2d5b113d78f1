import type { FeedbackRow } from '@kabao/contract/users/feedback'
import type { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { Badge, type ColumnsOf, StateBadge } from '#kit'
import { ageOf } from './age.ts'

export const columns: ColumnsOf<FeedbackRow, typeof feedbackWords> = (column) => {
  const { t } = column
  return [
    column.text('id', { width: 128, isSticky: true, copy: true }),
    column.choice('kind', { width: 108 }),
    column.text('content', { width: 280, grows: true }),
    {
      ...column.number('fileCount', { title: t('field.images'), width: 84 }),
      text: ({ fileCount }) => (fileCount > 0 ? String(fileCount) : ''),
    },
    column.text('phone', { width: 128 }),
    column.text('name', { width: 88 }),
    {
      ...column.choice('status', { width: 104 }),
      render: ({ status }) => <StateBadge of={feedbackMachine} state={status} />,
    },
    {
      key: '_age',
      title: t('field.age'),
      width: 168,
      text: (row) => `${ageOf(row, column)}${row.isOverdue ? ` ${t('overdue')}` : ''}`,
      render: (row) => (
        <>
          {ageOf(row, column)}{' '}
          {row.isOverdue && (
            <Badge color="red" title={t('overdueHint')}>
              {t('overdue')}
            </Badge>
          )}
        </>
      ),
    },
    column.text('handledBy', { width: 112 }),
    column.instant('createdAt'),
    column.instant('handledAt', { isOptional: true }),
  ]
}
