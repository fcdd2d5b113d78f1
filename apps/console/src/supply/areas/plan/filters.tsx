import { planWords } from '@kabao/contract/supply/plan.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
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
import { DayFilter } from '#kit/list/day-filter.tsx'
import { MoneyFilter } from '#kit/list/money-filter.tsx'
import { NumberFilter } from '#kit/list/number-filter.tsx'
import type { PlanList } from './lists.ts'

export const PlanFilters = memo(function PlanFilters({
  of: { calls, flows },
  filters,
}: {
  of: PlanList
  filters: ListFilters<PlanList['calls']['page']>
}) {
  const { t } = useWords(planWords)
  const page = useWords(planPageWords)
  // The flows are those of the page's list, which stays the same.
  const options = useOptions(t, { flow: flows })
  const yuan = (title: string) => page.t('yuan', { title })
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} placeholder={page.t('hint.name')} {...filters.filter('name')} />
      <ChoiceFilter
        label={t('field.orgId')}
        placeholder={page.t('hint.orgSearch')}
        use={calls.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
      <RegionField label={t('field.cityCode')} {...filters.filter('cityCode')} />
      <MoneyFilter label={yuan(t('field.priceFrom'))} {...filters.filter('priceFrom')} />
      <MoneyFilter label={yuan(t('field.priceTo'))} {...filters.filter('priceTo')} />
      <NumberFilter label={page.t('filter.priorityFrom')} {...filters.filter('priorityFrom')} />
      <NumberFilter label={page.t('filter.priorityTo')} {...filters.filter('priorityTo')} />
      <DayFilter label={page.t('filter.runsOn')} {...filters.filter('runsOn')} />
      <DayFilter label={page.t('filter.endsFrom')} {...filters.filter('endsFrom')} />
      <DayFilter label={page.t('filter.endsTo')} {...filters.filter('endsTo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      <TextFilter label={t('field.id')} {...filters.filter('id')} />
    </FilterBar>
  )
})
