import { resolution, resolutionKinds } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { lazy, memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type ListFilters,
  SelectField,
  TextFilter,
  useOptions,
  useWords,
} from '#kit'
import { columns } from './columns.tsx'

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof resolution.page> }) {
  const { t } = useWords(resolutionWords)
  const options = useOptions(t, { kind: resolutionKinds })
  const whole = t('hint.whole')
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.orderId')} placeholder={whole} {...filters.filter('orderId')} />
      <TextFilter label={t('field.suspenseId')} placeholder={whole} {...filters.filter('suspenseId')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={resolution.filers}
        {...filters.filter('createdBy')}
      />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})

/** What the kit's list of rows with states needs of this area. */
export const resolutionList = {
  words: resolutionWords,
  columns,
  machine: resolutionMachine,
  calls: resolution,
  refusal: 'reject' as const,
  refuseMany: resolution.rejectMany,
  exporting: resolution.export,
  Filters: Filters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
