import { type AdminRow, admin, type MadePassword } from '@kabao/contract/admin'
import { adminWords } from '@kabao/contract/admin.words'
import { secondFactor } from '@kabao/contract/second-factor'
import { memo, useMemo } from 'react'
import { DataTable, Pager, useList, usePermission, useReveal, useWords } from '#kit'
import { useDisable, useEnable, useResetPassword, useResetSecondFactor } from './acts.ts'
import { useColumns } from './columns.tsx'
import { AdminFilters } from './filters.tsx'

export const AdminList = memo(function AdminList({
  onEdit,
  onMade,
}: {
  onEdit: (entry: AdminRow) => void
  onMade: (made: MadePassword) => void
}) {
  const { t } = useWords(adminWords)
  const { list, filters } = useList(admin.page)
  const { revealed, reveal, hide } = useReveal(admin.reveal)
  const columns = useColumns(revealed, hide)
  const [enable, disable, reset] = [useEnable(), useDisable(), useResetPassword(onMade)]
  const resetFactor = useResetSecondFactor()
  const mayUpdate = usePermission(admin.update)
  const mayEnable = usePermission(admin.enable)
  const mayDisable = usePermission(admin.disable)
  const mayReset = usePermission(admin.resetPassword)
  const mayResetFactor = usePermission(secondFactor.reset)
  const mayReveal = usePermission(admin.reveal)

  const actions = useMemo(
    () => (row: AdminRow) => {
      if (!row.isManageable) return []
      const isOn = row.status === 'enabled'
      const mayTurn = !row.isSelf && (isOn ? mayDisable : mayEnable)
      return [
        ...(mayUpdate ? [{ key: 'edit', label: t('action.edit'), onSelect: () => onEdit(row) }] : []),
        ...(mayReveal && (row.phone ?? row.email) !== null
          ? [{ key: 'reveal', label: t('action.reveal'), onSelect: () => reveal(row.id) }]
          : []),
        ...(mayReset && !row.isSelf
          ? [{ key: 'reset', label: t('action.resetPassword'), onSelect: () => reset(row) }]
          : []),
        ...(mayResetFactor && !row.isSelf && row.hasSecondFactor
          ? [{ key: 'resetFactor', label: t('action.resetSecondFactor'), onSelect: () => resetFactor(row) }]
          : []),
        ...(mayTurn && isOn
          ? [{ key: 'disable', label: t('action.disable'), isDanger: true, onSelect: () => disable(row) }]
          : []),
        ...(mayTurn && !isOn
          ? [{ key: 'enable', label: t('action.enable'), onSelect: () => enable(row) }]
          : []),
      ]
    },
    [
      t,
      mayUpdate,
      mayEnable,
      mayDisable,
      mayReset,
      mayResetFactor,
      mayReveal,
      onEdit,
      reveal,
      reset,
      resetFactor,
      disable,
      enable,
    ],
  )

  return (
    <>
      <AdminFilters filters={filters} />
      <DataTable list={list} columns={columns} label={t('title')} actions={actions} />
      <Pager list={list} />
    </>
  )
})
