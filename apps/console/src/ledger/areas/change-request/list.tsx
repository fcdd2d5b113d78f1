import { changeKinds, changeRequest } from '@kabao/contract/ledger/change-request'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { changeRequestMachine } from '@kabao/contract/ledger/change-request-machine'
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

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof changeRequest.page> }) {
  const { t } = useWords(changeRequestWords)
  const options = useOptions(t, { kind: changeKinds })
  return (
    <FilterBar filters={filters}>
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <TextFilter label={t('field.targetId')} placeholder={t('hint.whole')} {...filters.filter('targetId')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={changeRequest.filers}
        {...filters.filter('createdBy')}
      />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})

/** What the kit's list of rows with states needs of this area. */
export const changeRequestList = {
  words: changeRequestWords,
  columns,
  machine: changeRequestMachine,
  calls: changeRequest,
  Filters: Filters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
