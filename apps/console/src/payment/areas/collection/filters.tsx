import type { collection } from '@kabao/contract/payment/collection'
import { collectionWords } from '@kabao/contract/payment/collection.words'
import { providerKinds } from '@kabao/contract/payment/payment-provider'
import { memo } from 'react'
import { FilterBar, type ListFilters, SelectField, TextFilter, useOptions, useWords } from '#kit'

export const CollectionFilters = memo(function CollectionFilters({
  filters,
}: {
  filters: ListFilters<typeof collection.page>
}) {
  const { t } = useWords(collectionWords)
  const options = useOptions(t, { provider: providerKinds })
  return (
    <FilterBar filters={filters}>
      <TextFilter label={t('field.name')} {...filters.filter('name')} />
      <SelectField label={t('field.provider')} options={options.provider} {...filters.filter('provider')} />
    </FilterBar>
  )
})
