import { planPageWords } from '@kabao/contract/plan-page.words'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'
import type { PlanList } from './lists.ts'

/** The number of plans by state; selecting a state filters the list. */
export const StatusChoice = memo(function StatusChoice({
  of: { calls, machine },
  filters,
}: {
  of: PlanList
  filters: ListFilters<PlanList['calls']['page']>
}) {
  const { t } = useWords(planPageWords)
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
