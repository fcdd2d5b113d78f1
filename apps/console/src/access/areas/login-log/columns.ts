import type { LoginLogRow, LoginResult } from '@kabao/contract/access/login-log'
import type { loginLogWords } from '@kabao/contract/access/login-log.words'
import type { ColumnsOf } from '#kit'

const resultColors: Record<LoginResult, string> = {
  succeeded: 'green',
  pending: 'orange',
  failed: 'red',
}

export const columns: ColumnsOf<LoginLogRow, typeof loginLogWords> = (column) => {
  const { t } = column
  return [
    column.instant('at'),
    {
      key: '_account',
      title: t('field.account'),
      width: 180,
      text: ({ username, nameMark }) => username ?? t('unknown', { mark: nameMark ?? '' }),
      copy: ({ username }) => username ?? '',
    },
    column.choice('result', { width: 120, colors: resultColors }),
    column.choice('reason', { width: 230, grows: true }),
    column.text('ip', { width: 150, copy: true }),
    {
      ...column.text('device', { width: 200 }),
      text: ({ device, userAgent }) => device || (userAgent ?? ''),
    },
    column.text('userAgent', { width: 320, isOptional: true }),
    column.number('attempts', { width: 80 }),
  ]
}
