import { balanceStates } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
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
import { MoneyFilter } from '#kit/list/money-filter.tsx'
import type { OrgList } from './lists.ts'

export const OrgFilters = memo(function OrgFilters({
  of: { calls, flows },
  filters,
}: {
  of: OrgList
  filters: ListFilters<OrgList['calls']['page']>
}) {
  const { t } = useWords(orgWords)
  // The flows are those of the page's list, which stays the same.
  const options = useOptions(t, { flow: flows, balanceState: balanceStates })
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} placeholder={t('hint.name')} {...filters.filter('name')} />
      <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
      <SelectField
        label={t('field.balanceState')}
        options={options.balanceState}
        {...filters.filter('balanceState')}
      />
      <ChoiceFilter
        label={t('field.salesmanId')}
        placeholder={t('hint.salesman')}
        use={calls.salesmen}
        {...filters.filter('salesmanId')}
      />
      <RegionField label={t('field.cityCode')} {...filters.filter('cityCode')} />
      <MoneyFilter
        label={t('yuan', { title: t('field.availableFrom') })}
        {...filters.filter('availableFrom')}
      />
      <MoneyFilter label={t('yuan', { title: t('field.availableTo') })} {...filters.filter('availableTo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      <TextFilter label={t('field.id')} {...filters.filter('id')} />
    </FilterBar>
  )
})
