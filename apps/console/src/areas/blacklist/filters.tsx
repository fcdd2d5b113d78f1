import { type blacklist, blacklistKinds, blacklistSources } from '@kabao/contract/blacklist'
import { blacklistWords } from '@kabao/contract/blacklist.words'
import { memo } from 'react'
import {
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'

const states = ['active', 'expired'] as const

export const BlacklistFilters = memo(function BlacklistFilters({
  filters,
}: {
  filters: ListFilters<typeof blacklist.page>
}) {
  const { t } = useWords(blacklistWords)
  const options = useOptions(t, { kind: blacklistKinds, source: blacklistSources, state: states })
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.value')} placeholder={t('wholeValue')} {...filters.filter('value')} />
      <SelectField label={t('field.source')} options={options.source} {...filters.filter('source')} />
      <SelectField label={t('field.state')} options={options.state} {...filters.filter('state')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
