import { errorLevels, errorSources } from '@kabao/contract/intake/error-report'
import type { errorEvent } from '@kabao/contract/operations/error-event'
import { errorEventWords } from '@kabao/contract/operations/error-event.words'
import { memo, useMemo } from 'react'
import {
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'
import { NumberFilter } from '#kit/list/number-filter.tsx'

export const ErrorEventFilters = memo(function ErrorEventFilters({
  filters,
}: {
  filters: ListFilters<typeof errorEvent.page>
}) {
  const { t } = useWords(errorEventWords)
  const options = useOptions(t, { source: errorSources, level: errorLevels })
  const cameBack = useMemo(
    () => [
      { value: 'yes', label: t('reopened.yes') },
      { value: 'no', label: t('reopened.no') },
    ],
    [t],
  )
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <SelectField label={t('field.level')} options={options.level} {...filters.filter('level')} />
          <NumberFilter label={t('field.leastPeople')} {...filters.filter('leastPeople')} />
          <SelectField label={t('field.reopened')} options={cameBack} {...filters.filter('reopened')} />
        </>
      }
    >
      <TextFilter label={t('field.keyword')} placeholder={t('hint.keyword')} {...filters.filter('keyword')} />
      <SelectField label={t('field.source')} options={options.source} {...filters.filter('source')} />
      <TextFilter label={t('field.release')} placeholder={t('hint.release')} {...filters.filter('release')} />
      <DateRangeField label={t('field.lastAt')} {...filters.range('lastFrom', 'lastTo')} />
    </FilterBar>
  )
})
