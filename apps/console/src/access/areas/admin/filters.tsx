import { admin, adminStatuses } from '@kabao/contract/access/admin'
import { adminWords } from '@kabao/contract/access/admin.words'
import { memo, useMemo } from 'react'
import {
  FilterBar,
  type ListFilters,
  namedOption,
  SelectField,
  TextFilter,
  useAnswer,
  useOptions,
  useWords,
} from '#kit'

export const AdminFilters = memo(function AdminFilters({
  filters,
}: {
  filters: ListFilters<typeof admin.page>
}) {
  const { t } = useWords(adminWords)
  const { data: roles = [] } = useAnswer(admin.roles)
  const options = useOptions(t, { status: adminStatuses })
  const named = useMemo(() => roles.map(namedOption), [roles])
  return (
    <FilterBar filters={filters}>
      <TextFilter
        label={t('field.username')}
        placeholder={t('hint.usernameFilter')}
        {...filters.filter('username')}
      />
      <TextFilter label={t('field.name')} {...filters.filter('name')} />
      <SelectField label={t('field.roles')} options={named} {...filters.filter('roleId')} />
      <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
    </FilterBar>
  )
})
