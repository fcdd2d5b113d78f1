import type { AuditRow } from '@kabao/contract/operations/audit'
import type { auditWords } from '@kabao/contract/operations/audit.words'
import type { ColumnsOf } from '#kit'
import { groupSize } from './group.ts'
import { TargetLink, targetName, targetText } from './target.tsx'

/** Whether a row stands for an act on several targets, which is shown as their kind and number. */
const isSeveral = ({ group, targetKind }: AuditRow) =>
  group !== null && targetKind !== null && targetKind !== 'batch' && !targetKind.endsWith('Import')

export const columns: ColumnsOf<AuditRow, typeof auditWords> = (column) => {
  const { t } = column
  const target = (row: AuditRow) =>
    row.group && isSeveral(row)
      ? `${targetName(t, row.targetKind)} × ${groupSize(row.group)}`
      : targetText(t, row)
  return [
    column.instant('at'),
    {
      ...column.text('username', { width: 160, empty: t('system') }),
      text: ({ username, tokenName }: AuditRow) =>
        tokenName === null
          ? (username ?? t('system'))
          : t('byToken', { username: username ?? '', token: tokenName }),
    },
    {
      ...column.text('action', { width: 220, grows: true }),
      text: ({ action, group }) => (group ? t('several', { what: action, count: groupSize(group) }) : action),
    },
    {
      key: '_target',
      title: t('field.target'),
      width: 240,
      text: target,
      render: (row) => (isSeveral(row) ? target(row) : <TargetLink row={row} />),
      copy: ({ targetId }) => targetId ?? '',
    },
    column.choice('result', { width: 100, colors: { done: 'green', refused: 'red' } }),
    column.text('ip', { width: 150, copy: true }),
    column.text('point', { width: 180, isOptional: true }),
    column.text('code', { width: 90, isOptional: true }),
    column.text('requestId', { width: 310, isOptional: true, copy: true }),
  ]
}
