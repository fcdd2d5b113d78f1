import type { FeedbackRow } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import { feedbackMachine } from '@kabao/contract/feedback-machine'
import { useMemo } from 'react'
import { Badge, type Column, formatInstant, StateBadge, useWords } from '#kit'
import { ageOf } from './age.ts'

export function useColumns(): Column<FeedbackRow>[] {
  const words = useWords(feedbackWords)
  return useMemo((): Column<FeedbackRow>[] => {
    const { t, language } = words
    return [
      { key: 'id', title: t('field.id'), width: 128, isSticky: true, copy: true },
      { key: 'kind', title: t('field.kind'), width: 108, text: ({ kind }) => t(`kind.${kind}`) },
      { key: 'content', title: t('field.content'), width: 280, grows: true },
      {
        key: 'fileCount',
        title: t('field.images'),
        width: 84,
        align: 'end',
        text: ({ fileCount }) => (fileCount > 0 ? String(fileCount) : ''),
      },
      { key: 'phone', title: t('field.phone'), width: 128 },
      { key: 'name', title: t('field.name'), width: 88 },
      {
        key: 'status',
        title: t('field.status'),
        width: 104,
        text: ({ status }) => t(`status.${status}`),
        render: ({ status }) => <StateBadge of={feedbackMachine} state={status} />,
      },
      {
        key: '_age',
        title: t('field.age'),
        width: 168,
        text: (row) => `${ageOf(row, words)}${row.isOverdue ? ` ${t('overdue')}` : ''}`,
        render: (row) => (
          <>
            {ageOf(row, words)}{' '}
            {row.isOverdue && (
              <Badge color="red" title={t('overdueHint')}>
                {t('overdue')}
              </Badge>
            )}
          </>
        ),
      },
      { key: 'handledBy', title: t('field.handledBy'), width: 112 },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        width: 184,
        text: ({ createdAt }) => formatInstant(createdAt, language),
      },
      {
        key: 'handledAt',
        title: t('field.handledAt'),
        width: 184,
        isOptional: true,
        text: ({ handledAt }) => formatInstant(handledAt, language),
      },
    ]
  }, [words])
}
