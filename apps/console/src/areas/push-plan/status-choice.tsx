import { pushPlan } from '@kabao/contract/push-plan'
import { pushPlanMachine } from '@kabao/contract/push-plan-machine'
import { pushPlanPageWords } from '@kabao/contract/push-plan-page.words'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'

/** The number of push plans by state; selecting a state filters the list. */
export const StatusChoice = memo(function StatusChoice({
  filters,
}: {
  filters: ListFilters<typeof pushPlan.page>
}) {
  const { t } = useWords(pushPlanPageWords)
  const { data } = useAnswer(pushPlan.counts)
  const tabs = useStateTabs(pushPlanMachine, data)
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
