import { salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { memo } from 'react'
import { ChoiceFilter, FilterBar, type ListFilters, TextFilter, useWords } from '#kit'

export const SalesmanFilters = memo(function SalesmanFilters({
  filters,
}: {
  filters: ListFilters<typeof salesman.page>
}) {
  const { t } = useWords(salesmanWords)
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} {...filters.filter('name')} />
      <ChoiceFilter label={t('field.teamId')} use={salesman.teams} {...filters.filter('teamId')} />
    </FilterBar>
  )
})
