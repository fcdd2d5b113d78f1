import { type ResolutionRow, resolution, resolutionKinds } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { lazy, memo } from 'react'
import {
  ChoiceFilter,
  DateRangeField,
  FilterBar,
  type List,
  type ListFilters,
  SelectField,
  TextFilter,
  useColumns,
  useOptions,
  useWords,
} from '#kit'
import { ReviewedList } from '#ledger'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const ResolutionList = memo(function ResolutionList({
  list,
  filters,
}: {
  list: List<ResolutionRow>
  filters: ListFilters<typeof resolution.page>
}) {
  const { t } = useWords(resolutionWords)
  return (
    <ReviewedList
      list={list}
      filters={filters}
      columns={useColumns(resolutionWords, columns)}
      label={t('title')}
      openLabel={t('action.open')}
      machine={resolutionMachine}
      calls={resolution}
      refusal="reject"
      refuseMany={resolution.rejectMany}
      exporting={resolution.export}
      Details={DetailPanel}
    >
      <Filters filters={filters} />
    </ReviewedList>
  )
})

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
