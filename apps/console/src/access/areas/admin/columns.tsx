import type { AdminRow } from '@kabao/contract/access/admin'
import type { adminWords } from '@kabao/contract/access/admin.words'
import { Avatar, type ColumnsOf } from '#kit'
import classes from './columns.module.css'

export const columns: ColumnsOf<AdminRow, typeof adminWords> = (column) => {
  const { t } = column
  const hide = t('action.hide')
  const username = (row: AdminRow) => (row.isSelf ? `${row.username}${t('self')}` : row.username)
  return [
    {
      ...column.text('username', { width: 180, isSticky: true }),
      text: username,
      render: (row) => (
        <span className={classes.who}>
          <Avatar name={row.name} fileId={row.avatarFileId} size={24} />
          <span>{username(row)}</span>
        </span>
      ),
    },
    column.text('name', { width: 120 }),
    {
      ...column.text('roles', { width: 200, grows: true }),
      text: ({ roles }) => roles.map(({ name }) => name).join(' · '),
    },
    column.choice('status', { width: 96, colors: { enabled: 'green', disabled: 'gray' } }),
    column.masked('phone', { width: 150, hide }),
    column.masked('email', { width: 190, hide }),
    column.instant('lastLoginAt', { empty: t('never') }),
    column.text('lastLoginIp', { width: 140, isOptional: true }),
    {
      ...column.text('mustChangePassword', { title: t('mustChange'), width: 140, isOptional: true }),
      text: ({ mustChangePassword }) => (mustChangePassword ? t('mustChange') : ''),
    },
    column.text('createdBy', { width: 112, isOptional: true }),
    column.instant('createdAt'),
    column.text('remark', { width: 180 }),
  ]
}
