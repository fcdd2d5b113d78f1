import { productKinds, stockStates } from '@kabao/contract/supply/product'
import { productWords } from '@kabao/contract/supply/product.words'
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
import type { ProductList } from './lists.ts'

const choices = { kind: productKinds, stockState: stockStates } as const

export const ProductFilters = memo(function ProductFilters({
  of: { calls, flows },
  filters,
}: {
  of: ProductList
  filters: ListFilters<ProductList['calls']['page']>
}) {
  const { t } = useWords(productWords)
  // The flows are those of the page's list, which stays the same.
  const options = useOptions(t, { ...choices, flow: flows })
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} placeholder={t('hint.name')} {...filters.filter('name')} />
      <SelectField label={t('field.kind')} options={options.kind} {...filters.filter('kind')} />
      <SelectField label={t('field.flow')} options={options.flow} {...filters.filter('flow')} />
      <ChoiceFilter
        label={t('field.orgId')}
        placeholder={t('hint.orgSearch')}
        use={calls.orgs}
        {...filters.filter('orgId')}
      />
      <SelectField
        label={t('field.stockState')}
        options={options.stockState}
        {...filters.filter('stockState')}
      />
      <MoneyFilter label={t('yuan', { title: t('field.priceFrom') })} {...filters.filter('priceFrom')} />
      <MoneyFilter label={t('yuan', { title: t('field.priceTo') })} {...filters.filter('priceTo')} />
      <DateRangeField label={t('field.onSaleTo')} {...filters.range('saleEndsFrom', 'saleEndsTo')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
      <TextFilter label={t('field.id')} {...filters.filter('id')} />
    </FilterBar>
  )
})
