import { type AdjustmentRow, adjustment, adjustmentKinds } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
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
import { ReviewedList } from '../../review/reviewed-list.tsx'
import { columns } from './columns.tsx'

const DetailPanel = lazy(() => import('./detail-panel.tsx'))

export const AdjustmentList = memo(function AdjustmentList({
  list,
  filters,
}: {
  list: List<AdjustmentRow>
  filters: ListFilters<typeof adjustment.page>
}) {
  const { t } = useWords(adjustmentWords)
  return (
    <ReviewedList
      list={list}
      filters={filters}
      columns={useColumns(adjustmentWords, columns)}
      label={t('title')}
      openLabel={t('action.open')}
      machine={adjustmentMachine}
      calls={adjustment}
      refusal="reject"
      refuseMany={adjustment.rejectMany}
      exporting={adjustment.export}
      Details={DetailPanel}
    >
      <Filters filters={filters} />
    </ReviewedList>
  )
})

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
