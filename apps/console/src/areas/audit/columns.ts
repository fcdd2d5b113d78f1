import type { AuditRow } from '@kabao/contract/audit'
import type { auditWords } from '@kabao/contract/audit.words'
import type { ColumnsOf } from '#kit'
import { targetName } from './target.ts'

export const columns: ColumnsOf<AuditRow, typeof auditWords> = (column) => {
  const { t } = column
  return [
    column.instant('at'),
    column.text('username', { width: 140, empty: t('system') }),
    column.text('action', { width: 220, grows: true }),
    {
      key: '_target',
      title: t('field.target'),
      width: 240,
      text: ({ targetKind, targetId }) => `${targetName(t, targetKind)} ${targetId ?? ''}`.trim(),
      copy: ({ targetId }) => targetId ?? '',
    },
    column.choice('result', { width: 100, colours: { done: 'green', refused: 'red' } }),
    column.text('ip', { width: 150, copy: true }),
    column.text('point', { width: 180, isOptional: true }),
    column.text('code', { width: 90, isOptional: true }),
    column.text('requestId', { width: 310, isOptional: true, copy: true }),
  ]
}
