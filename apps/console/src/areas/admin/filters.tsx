import { admin, adminStatuses } from '@kabao/contract/admin'
import { adminWords } from '@kabao/contract/admin.words'
import { memo, useMemo } from 'react'
import { FilterBar, type ListFilters, optionsOf, SelectField, TextFilter, useAnswer, useWords } from '#kit'

export const AdminFilters = memo(function AdminFilters({
  filters,
}: {
  filters: ListFilters<typeof admin.page>
}) {
  const { t } = useWords(adminWords)
  const { data: roles = [] } = useAnswer(admin.roles, { quiet: true })
  const statuses = useMemo(() => optionsOf(adminStatuses, (status) => t(`status.${status}`)), [t])
  const options = useMemo(() => roles.map(({ id, name }) => ({ value: id, label: name })), [roles])
  return (
    <FilterBar filters={filters}>
      <TextFilter
        label={t('field.username')}
        placeholder={t('hint.usernameFilter')}
        {...filters.filter('username')}
      />
      <TextFilter label={t('field.name')} {...filters.filter('name')} />
      <SelectField label={t('field.roles')} options={options} {...filters.filter('roleId')} />
      <SelectField label={t('field.status')} options={statuses} {...filters.filter('status')} />
    </FilterBar>
  )
})
