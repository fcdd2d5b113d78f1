import type { BlacklistRow } from '@kabao/contract/users/blacklist'
import type { blacklistWords } from '@kabao/contract/users/blacklist.words'
import type { ColumnsOf } from '#kit'

const stateOf = ({ expiresAt }: BlacklistRow) =>
  expiresAt === null || Date.parse(expiresAt) > Date.now() ? 'active' : 'expired'
const colors = { active: 'green', expired: 'gray' }

export const columns: ColumnsOf<BlacklistRow, typeof blacklistWords> = (column) => {
  const { t } = column
  return [
    column.choice('kind', { width: 104, isSticky: true }),
    column.masked('value', { width: 220, copy: true, hide: t('action.hide') }),
    column.masked('reason', { width: 200, grows: true }),
    column.choice('source', { width: 112 }),
    column.badge('_state', {
      title: t('field.state'),
      width: 104,
      text: (row) => t(`state.${stateOf(row)}`),
      color: (row) => colors[stateOf(row)],
    }),
    column.instant('expiresAt', { empty: t('forever') }),
    column.text('createdBy', { width: 112, empty: t('system') }),
    column.instant('createdAt'),
    column.masked('remark', { width: 180 }),
  ]
}
