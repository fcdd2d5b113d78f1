import { accessToken } from '@kabao/contract/access/access-token'
import { type AdminRow, admin, type MadePassword } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { secondFactor } from '@kabao/contract/access/second-factor'
import { sso } from '@kabao/contract/access/sso'
import { memo } from 'react'
import { DataTable, Pager, useColumns, useList, useReveal, useRowActions, useWords } from '#kit'
import { useDisable, useEnable, useResetPassword, useResetSecondFactor } from './acts.ts'
import { columns } from './columns.tsx'
import { AdminFilters } from './filters.tsx'

const isManageable = (row: AdminRow) => row.isManageable
const isOther = (row: AdminRow) => row.isManageable && !row.isSelf

export const AdminList = memo(function AdminList({
  onEdit,
  onMade,
  onTokens,
  onIdentity,
}: {
  onEdit: (entry: AdminRow) => void
  onMade: (made: MadePassword) => void
  onTokens: (entry: AdminRow) => void
  onIdentity: (entry: AdminRow) => void
}) {
  const { t } = useWords(adminWords)
  const { list, filters } = useList(admin.page)
  const reveal = useReveal(admin.reveal)
  const [enable, disable, reset] = [useEnable(), useDisable(), useResetPassword(onMade)]
  const resetFactor = useResetSecondFactor()
  const actions = useRowActions<AdminRow>([
    { key: 'edit', use: admin.update, label: t('action.edit'), when: isManageable, run: onEdit },
    {
      key: 'reveal',
      use: admin.reveal,
      label: t('action.reveal'),
      when: (row) => isManageable(row) && (row.phone ?? row.email) !== null,
      run: ({ id }) => reveal.reveal(id),
    },
    { key: 'reset', use: admin.resetPassword, label: t('action.resetPassword'), when: isOther, run: reset },
    {
      key: 'resetFactor',
      use: secondFactor.reset,
      label: t('action.resetSecondFactor'),
      when: (row) => isOther(row) && row.hasSecondFactor,
      run: resetFactor,
    },
    { key: 'tokens', use: accessToken.page, label: t('action.tokens'), run: onTokens },
    { key: 'identity', use: sso.link, label: t('action.identity'), run: onIdentity },
    {
      key: 'disable',
      use: admin.disable,
      label: t('action.disable'),
      when: (row) => isOther(row) && row.status === 'enabled',
      run: disable,
      isDanger: true,
    },
    {
      key: 'enable',
      use: admin.enable,
      label: t('action.enable'),
      when: (row) => isOther(row) && row.status === 'disabled',
      run: enable,
    },
  ])

  return (
    <>
      <AdminFilters filters={filters} />
      <DataTable
        list={list}
        columns={useColumns(adminWords, columns, reveal)}
        label={t('title')}
        actions={actions}
      />
      <Pager list={list} />
    </>
  )
})
