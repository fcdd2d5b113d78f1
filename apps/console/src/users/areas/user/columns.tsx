import type { RiskLevel, UserRow, UserStatus } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { useMemo } from 'react'
import { Badge, type Column, timeLooks, useWords } from '#kit'

export const statusColors: Record<UserStatus, string> = {
  registered: 'gray',
  profiled: 'arcoblue',
  matched: 'arcoblue',
  pushed: 'orange',
  accepted: 'green',
  rejected: 'red',
  deleted: 'gray',
}
export const riskColors: Record<RiskLevel, string> = { low: 'green', medium: 'orange', high: 'red' }

export function useColumns(): Column<UserRow>[] {
  const { t, language } = useWords(userWords)
  return useMemo(
    (): Column<UserRow>[] => [
      { key: 'id', title: t('field.id'), width: 128, isSticky: true, copy: true },
      { key: 'phone', title: t('field.phone'), width: 128 },
      { key: 'name', title: t('field.name'), width: 88 },
      {
        key: 'gender',
        title: t('field.gender'),
        width: 76,
        text: ({ gender }) => (gender ? t(`gender.${gender}`) : ''),
      },
      { key: 'age', title: t('field.age'), width: 64, align: 'end' },
      { key: 'cityName', title: t('field.city'), width: 150, grows: true },
      { key: 'channelName', title: t('field.channel'), width: 132, grows: true },
      { key: 'flow', title: t('field.flow'), width: 96, text: ({ flow }) => t(`flow.${flow}`) },
      {
        key: 'status',
        title: t('field.status'),
        width: 104,
        text: ({ status }) => t(`status.${status}`),
        render: ({ status }) => <Badge color={statusColors[status]}>{t(`status.${status}`)}</Badge>,
      },
      {
        key: 'riskLevel',
        title: t('field.riskLevel'),
        width: 96,
        text: ({ riskLevel }) => (riskLevel ? t(`riskLevel.${riskLevel}`) : ''),
        render: ({ riskLevel }) =>
          riskLevel && <Badge color={riskColors[riskLevel]}>{t(`riskLevel.${riskLevel}`)}</Badge>,
      },
      { key: 'source', title: t('field.source'), width: 96, text: ({ source }) => t(`source.${source}`) },
      {
        key: 'lastActiveAt',
        title: t('field.lastActiveAt'),
        ...timeLooks((row) => row.lastActiveAt, language),
      },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        ...timeLooks((row) => row.createdAt, language),
      },
    ],
    [t, language],
  )
}
