import { settlements } from '@kabao/contract/supply/channel'
import { channelWords } from '@kabao/contract/supply/channel.words'
import { memo } from 'react'
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
import { MoneyFilter } from '#kit/list/money-filter.tsx'
import type { ChannelList } from './lists.ts'

export const ChannelFilters = memo(function ChannelFilters({
  of: { calls, flows },
  filters,
}: {
  of: ChannelList
  filters: ListFilters<ChannelList['calls']['page']>
}) {
  const { t } = useWords(channelWords)
  // The flows are those of the page's list, which stays the same.
  const options = useOptions(t, { settlement: settlements, flow: flows })
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} placeholder={t('hint.name')} {...filters.filter('name')} />
      <TextFilter label={t('field.code')} placeholder={t('hint.code')} {...filters.filter('code')} />
      <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
      <SelectField
        label={t('field.settlement')}
        options={options.settlement}
        {...filters.filter('settlement')}
      />
      <ChoiceFilter
        label={t('field.ownerId')}
        placeholder={t('hint.owner')}
        use={calls.owners}
        {...filters.filter('ownerId')}
      />
      <MoneyFilter label={t('yuan', { title: t('field.priceFrom') })} {...filters.filter('priceFrom')} />
      <MoneyFilter label={t('yuan', { title: t('field.priceTo') })} {...filters.filter('priceTo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      <TextFilter label={t('field.id')} {...filters.filter('id')} />
    </FilterBar>
  )
})
