import { adjustment, adjustmentKinds } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
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

const Filters = memo(function Filters({ filters }: { filters: ListFilters<typeof adjustment.page> }) {
  const { t } = useWords(adjustmentWords)
  const options = useOptions(t, { kind: adjustmentKinds })
  return (
    <FilterBar filters={filters}>
      <ChoiceFilter
        label={t('field.orgName')}
        placeholder={t('hint.org')}
        use={adjustment.orgs}
        {...filters.filter('orgId')}
      />
      <ChoiceFilter
        label={t('field.channelName')}
        placeholder={t('hint.org')}
        use={adjustment.channels}
        {...filters.filter('channelId')}
      />
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <ChoiceFilter
        label={t('field.createdBy')}
        placeholder={t('hint.filer')}
        use={adjustment.filers}
        {...filters.filter('createdBy')}
      />
      <TextFilter label={t('field.linkId')} placeholder={t('hint.linkId')} {...filters.filter('linkId')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})

/** What the kit's list of rows with states needs of this area. */
export const adjustmentList = {
  words: adjustmentWords,
  columns,
  machine: adjustmentMachine,
  calls: adjustment,
  refusal: 'reject' as const,
  refuseMany: adjustment.rejectMany,
  exporting: adjustment.export,
  Filters: Filters,
  Details: lazy(() => import('./detail-panel.tsx')),
}
