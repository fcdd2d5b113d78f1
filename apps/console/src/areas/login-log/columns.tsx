import type { LoginLogRow, LoginResult } from '@kabao/contract/login-log'
import { loginLogWords } from '@kabao/contract/login-log.words'
import { useMemo } from 'react'
import { Badge, type Column, formatInstant, formatNumber, useWords } from '#kit'

export const resultColours: Record<LoginResult, string> = {
  succeeded: 'green',
  pending: 'orange',
  failed: 'red',
}

export function useColumns(): Column<LoginLogRow>[] {
  const { t, language } = useWords(loginLogWords)
  return useMemo(
    (): Column<LoginLogRow>[] => [
      { key: 'at', title: t('field.at'), width: 184, text: ({ at }) => formatInstant(at, language) },
      {
        key: '_account',
        title: t('field.account'),
        width: 180,
        text: ({ username, nameMark }) => username ?? t('unknown', { mark: nameMark ?? '' }),
        copy: ({ username }) => username ?? '',
      },
      {
        key: 'result',
        title: t('field.result'),
        width: 120,
        text: ({ result }) => t(`result.${result}`),
        render: ({ result }) => <Badge color={resultColours[result]}>{t(`result.${result}`)}</Badge>,
      },
      {
        key: 'reason',
        title: t('field.reason'),
        width: 230,
        grows: true,
        text: ({ reason }) => t(`reason.${reason}`),
      },
      { key: 'ip', title: t('field.ip'), width: 150, copy: true },
      {
        key: 'device',
        title: t('field.device'),
        width: 200,
        text: ({ device, userAgent }) => device || (userAgent ?? ''),
      },
      { key: 'userAgent', title: t('field.userAgent'), width: 320, isOptional: true },
      {
        key: 'attempts',
        title: t('field.attempts'),
        width: 80,
        align: 'end',
        text: ({ attempts }) => formatNumber(attempts, language),
      },
    ],
    [t, language],
  )
}
