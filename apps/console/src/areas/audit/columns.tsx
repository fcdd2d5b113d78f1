import type { AuditRow } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { useMemo } from 'react'
import { Badge, type Column, formatInstant, useWords } from '#kit'
import { useTargetName } from './target.ts'

export function useColumns(): Column<AuditRow>[] {
  const { t, language } = useWords(auditWords)
  const nameOf = useTargetName()
  return useMemo(
    (): Column<AuditRow>[] => [
      { key: 'at', title: t('field.at'), width: 184, text: ({ at }) => formatInstant(at, language) },
      {
        key: 'username',
        title: t('field.username'),
        width: 140,
        text: ({ username }) => username ?? t('system'),
      },
      { key: 'action', title: t('field.action'), width: 220, grows: true },
      {
        key: '_target',
        title: t('field.target'),
        width: 240,
        text: ({ targetKind, targetId }) => `${nameOf(targetKind)} ${targetId ?? ''}`.trim(),
        copy: ({ targetId }) => targetId ?? '',
      },
      {
        key: 'result',
        title: t('field.result'),
        width: 100,
        text: ({ result }) => t(`result.${result}`),
        render: ({ result }) => (
          <Badge color={result === 'done' ? 'green' : 'red'}>{t(`result.${result}`)}</Badge>
        ),
      },
      { key: 'ip', title: t('field.ip'), width: 150, copy: true },
      { key: 'point', title: t('field.point'), width: 180, isOptional: true },
      { key: 'code', title: t('field.code'), width: 90, isOptional: true },
      { key: 'requestId', title: t('field.requestId'), width: 310, isOptional: true, copy: true },
    ],
    [t, language, nameOf],
  )
}
