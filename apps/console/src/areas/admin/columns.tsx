import type { AdminRow } from '@kabao/contract/admin'
import { adminWords } from '@kabao/contract/admin.words'
import { useMemo } from 'react'
import { Avatar, Badge, type Column, formatInstant, IconEyeOff, UnstyledButton, useWords } from '#kit'
import classes from './columns.module.css'

interface Revealed {
  id: string
  data: { phone: string | null; email: string | null }
}

/** @param revealed the one account whose phone and email are shown whole */
export function useColumns(revealed: Revealed | null, onHide: () => void): Column<AdminRow>[] {
  const { t, language } = useWords(adminWords)
  return useMemo((): Column<AdminRow>[] => {
    const whole = (row: AdminRow, field: 'phone' | 'email') =>
      (row.id === revealed?.id ? revealed.data[field] : row[field]) ?? ''
    const contact = (field: 'phone' | 'email', width: number): Column<AdminRow> => ({
      key: field,
      title: t(`field.${field}`),
      width,
      text: (row) => whole(row, field),
      render: (row) =>
        row.id !== revealed?.id || whole(row, field) === '' ? (
          whole(row, field)
        ) : (
          <>
            {whole(row, field)}{' '}
            <UnstyledButton aria-label={t('action.hide')} title={t('action.hide')} onClick={onHide}>
              <IconEyeOff size={14} aria-hidden />
            </UnstyledButton>
          </>
        ),
    })
    const username = (row: AdminRow) => (row.isSelf ? `${row.username}${t('self')}` : row.username)
    const who = (row: AdminRow) => (
      <span className={classes.who}>
        <Avatar name={row.name} fileId={row.avatarFileId} size={24} />
        <span>{username(row)}</span>
      </span>
    )
    return [
      {
        key: 'username',
        title: t('field.username'),
        width: 150,
        isSticky: true,
        text: username,
        render: who,
      },
      { key: 'name', title: t('field.name'), width: 120 },
      {
        key: 'roles',
        title: t('field.roles'),
        width: 200,
        grows: true,
        text: ({ roles }) => roles.map(({ name }) => name).join(' · '),
      },
      {
        key: 'status',
        title: t('field.status'),
        width: 96,
        text: ({ status }) => t(`status.${status}`),
        render: ({ status }) => (
          <Badge color={status === 'enabled' ? 'green' : 'gray'}>{t(`status.${status}`)}</Badge>
        ),
      },
      contact('phone', 150),
      contact('email', 190),
      {
        key: 'lastLoginAt',
        title: t('field.lastLoginAt'),
        width: 184,
        text: ({ lastLoginAt }) => (lastLoginAt === null ? t('never') : formatInstant(lastLoginAt, language)),
      },
      { key: 'lastLoginIp', title: t('field.lastLoginIp'), width: 140, isOptional: true },
      {
        key: 'mustChangePassword',
        title: t('mustChange'),
        width: 140,
        isOptional: true,
        text: ({ mustChangePassword }) => (mustChangePassword ? t('mustChange') : ''),
      },
      { key: 'createdBy', title: t('field.createdBy'), width: 112, isOptional: true },
      {
        key: 'createdAt',
        title: t('field.createdAt'),
        width: 184,
        text: ({ createdAt }) => formatInstant(createdAt, language),
      },
      { key: 'remark', title: t('field.remark'), width: 180 },
    ]
  }, [t, language, revealed, onHide])
}
