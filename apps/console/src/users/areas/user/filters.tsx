import { flows, riskLevels, user, userSources, userStatuses } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  RegionField,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'

export const UserFilters = memo(function UserFilters({
  filters,
}: {
  filters: ListFilters<typeof user.page>
}) {
  const { t } = useWords(userWords)
  const options = useOptions(t, {
    flow: flows,
    source: userSources,
    status: userStatuses,
    riskLevel: riskLevels,
  })
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <TextFilter
            label={t('field.idNumber')}
            placeholder={t('hint.idNumber')}
            {...filters.filter('idNumber')}
          />
          <ChoiceFilter
            label={t('field.channel')}
            placeholder={t('hint.channel')}
            use={user.channels}
            {...filters.filter('channelId')}
          />
          <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
          <SelectField label={t('field.source')} options={options.source} {...filters.filter('source')} />
          <SelectField
            label={t('field.riskLevel')}
            options={options.riskLevel}
            {...filters.filter('riskLevel')}
          />
          <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
        </>
      }
    >
      <TextFilter label={t('field.phone')} placeholder={t('hint.phone')} {...filters.filter('phone')} />
      <TextFilter label={t('field.name')} placeholder={t('hint.name')} {...filters.filter('name')} />
      <RegionField label={t('field.city')} {...filters.filter('cityCode')} />
      <SelectField label={t('field.status')} options={options.status} {...filters.filter('status')} />
    </FilterBar>
  )
})
