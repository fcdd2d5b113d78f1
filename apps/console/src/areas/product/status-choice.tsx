import { productWords } from '@kabao/contract/product.words'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'
import type { ProductList } from './lists.ts'

/** The number of products by state; selecting a state filters the list. */
export const StatusChoice = memo(function StatusChoice({
  of: { calls, machine },
  filters,
}: {
  of: ProductList
  filters: ListFilters<ProductList['calls']['page']>
}) {
  const { t } = useWords(productWords)
  const { data } = useAnswer(calls.counts)
  const tabs = useStateTabs(machine, data)
  const status = filters.filter('status')
  return (
    <StatusTabs
      label={t('tabs')}
      tabs={tabs}
      value={status.value ?? 'all'}
      onChange={(value) => status.onChange(value === 'all' ? undefined : value)}
    />
  )
})
