import type { JobRow } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { useMemo } from 'react'
import { type Column, formatNumber, timeLooks, useWords } from '#kit'
import { StateBadge } from './state-badge.tsx'
import { useDuration } from './use-duration.ts'

export function useColumns(): Column<JobRow>[] {
  const { t, language } = useWords(jobWords)
  const durationOf = useDuration()
  return useMemo(
    (): Column<JobRow>[] => [
      { key: 'title', title: t('field.title'), width: 200, grows: true },
      {
        key: 'state',
        title: t('field.state'),
        width: 120,
        text: ({ state }) => t(`state.${state}`),
        render: ({ state }) => <StateBadge state={state} />,
      },
      {
        key: 'progress',
        title: t('field.progress'),
        width: 110,
        text: ({ progress }) =>
          progress
            ? [progress.done, progress.total]
                .flatMap((count) => (count === undefined ? [] : formatNumber(count, language)))
                .join(' / ')
            : '',
      },
      {
        key: 'attempt',
        title: t('field.attempt'),
        width: 90,
        text: ({ attempt, attempts }) => t('tryOf', { attempt, attempts }),
      },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        ...timeLooks(({ createdAt }) => createdAt, language),
      },
      {
        key: 'completedAt',
        title: t('field.completedAt'),
        ...timeLooks(({ completedAt }) => completedAt, language),
      },
      { key: '_duration', title: t('field.duration'), width: 110, text: (row) => spent(row, durationOf) },
      { key: 'error', title: t('field.error'), width: 260, text: ({ error }) => error?.message ?? '' },
      { key: 'id', title: 'ID', width: 310, isOptional: true, copy: true },
    ],
    [t, language, durationOf],
  )
}

export function spent({ startedAt, completedAt }: JobRow, durationOf: (ms: number) => string): string {
  return startedAt && completedAt ? durationOf(Date.parse(completedAt) - Date.parse(startedAt)) : ''
}
