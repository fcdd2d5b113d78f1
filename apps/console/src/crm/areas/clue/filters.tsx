import { clue } from '@kabao/contract/crm/clue'
import { clueWords } from '@kabao/contract/crm/clue.words'
import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import { cluePlaces } from '@kabao/contract/crm/clue-row'
import { clueSources } from '@kabao/contract/crm/clue-source'
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
export const ClueFilters = memo(function ClueFilters({
  filters,
}: {
  filters: ListFilters<typeof clue.page>
}) {
  const { t } = useWords(clueWords)
  const own = useWords(cluePageWords)
  const options = {
    place: optionsOf(cluePlaces, (each) => t(`place.${each}`)),
    source: optionsOf(clueSources, (each) => t(`source.${each}`)),
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
          <ChoiceFilter label={t('field.channelId')} use={clue.channels} {...filters.filter('channelId')} />
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
      <ChoiceFilter label={t('field.salesmanId')} use={clue.salesmen} {...filters.filter('salesmanId')} />
      <ChoiceFilter label={t('field.poolId')} use={clue.pools} {...filters.filter('poolId')} />
      <SelectField label={t('field.place')} options={options.place} {...filters.filter('place')} />
      <SelectField label={t('field.due')} options={options.due} {...filters.filter('due')} />
    </FilterBar>
  )
})
