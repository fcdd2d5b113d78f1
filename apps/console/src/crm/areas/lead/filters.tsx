import { lead } from '@kabao/contract/crm/lead'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { leadPlaces } from '@kabao/contract/crm/lead-row'
import { leadSources } from '@kabao/contract/crm/lead-source'
import { memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  optionsOf,
  RegionField,
  SelectField,
  TextFilter,
  useWords,
} from '#kit'

const dues = ['overdue', 'today'] as const

/** The filters of leads besides their stage. */
export const LeadFilters = memo(function LeadFilters({
  filters,
}: {
  filters: ListFilters<typeof lead.page>
}) {
  const { t } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const options = {
    place: optionsOf(leadPlaces, (each) => t(`place.${each}`)),
    source: optionsOf(leadSources, (each) => t(`source.${each}`)),
    due: optionsOf(dues, (each) => t(`due.${each}`)),
  }
  const yes = [{ value: 'true' as const, label: own.t('yes') }]
  const onlyYes = (name: 'fresh' | 'late' | 'returning') => {
    const { value, onChange, ...rest } = filters.filter(name)
    return {
      ...rest,
      value: value ? ('true' as const) : undefined,
      onChange: (chosen: 'true' | undefined) => onChange(chosen === 'true' ? true : undefined),
    }
  }
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <SelectField label={t('field.source')} options={options.source} {...filters.filter('source')} />
          <ChoiceFilter label={t('field.channelId')} use={lead.channels} {...filters.filter('channelId')} />
          <RegionField label={t('field.cityCode')} {...filters.filter('cityCode')} />
          {(['fresh', 'late', 'returning'] as const).map((name) => (
            <SelectField key={name} label={t(`field.${name}`)} options={yes} {...onlyYes(name)} />
          ))}
          <TextFilter label={t('field.userId')} {...filters.filter('userId')} />
          <DateRangeField label={t('field.arrivedAt')} {...filters.range('arrivedFrom', 'arrivedTo')} />
        </>
      }
    >
      <TextFilter label={t('field.phone')} placeholder={own.t('hint.phone')} {...filters.filter('phone')} />
      <TextFilter label={t('field.name')} placeholder={own.t('hint.name')} {...filters.filter('name')} />
      <ChoiceFilter label={t('field.salesmanId')} use={lead.salesmen} {...filters.filter('salesmanId')} />
      <ChoiceFilter label={t('field.poolId')} use={lead.pools} {...filters.filter('poolId')} />
      <SelectField label={t('field.place')} options={options.place} {...filters.filter('place')} />
      <SelectField label={t('field.due')} options={options.due} {...filters.filter('due')} />
    </FilterBar>
  )
})
