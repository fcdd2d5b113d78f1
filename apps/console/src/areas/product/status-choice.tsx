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
  const { status } = filters.applied as { status?: (typeof tabs)[number]['value'] }
  return (
    <StatusTabs
      label={t('tabs')}
      tabs={tabs}
      value={status ?? 'all'}
      onChange={(value) => filters.set({ status: value === 'all' ? undefined : value })}
    />
  )
})
