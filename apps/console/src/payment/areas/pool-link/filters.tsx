import { poolLink } from '@kabao/contract/payment/pool-link'
import { poolLinkWords } from '@kabao/contract/payment/pool-link.words'
import { memo } from 'react'
import { ChoiceFilter, DateRangeField, FilterBar, type ListFilters, TextFilter, useWords } from '#kit'
import { MoneyFilter } from '#kit/list/money-filter.tsx'

export const LinkFilters = memo(function LinkFilters({
  filters,
}: {
  filters: ListFilters<typeof poolLink.page>
}) {
  const { t } = useWords(poolLinkWords)
  return (
    <FilterBar
      filters={filters}
      more={
        <>
          <MoneyFilter label={t('field.amountFrom')} {...filters.filter('amountFrom')} />
          <MoneyFilter label={t('field.amountTo')} {...filters.filter('amountTo')} />
          <DateRangeField label={t('field.expiresAt')} {...filters.range('expiresFrom', 'expiresTo')} />
          <TextFilter label={t('field.batchId')} {...filters.filter('batchId')} />
          <TextFilter label={t('field.id')} {...filters.filter('id')} />
        </>
      }
    >
      <ChoiceFilter
        label={t('field.productName')}
        placeholder={t('hint.product')}
        use={poolLink.products}
        {...filters.filter('productId')}
      />
      <ChoiceFilter
        label={t('field.collectionName')}
        placeholder={t('hint.collection')}
        use={poolLink.collections}
        {...filters.filter('collectionId')}
      />
      <TextFilter label={t('field.url')} placeholder={t('hint.url')} {...filters.filter('url')} />
      <TextFilter label={t('field.orderId')} placeholder={t('hint.orderId')} {...filters.filter('orderId')} />
      <DateRangeField label={t('field.createdAt')} {...filters.range('createdFrom', 'createdTo')} />
    </FilterBar>
  )
})
