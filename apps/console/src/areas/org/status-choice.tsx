import { orgWords } from '@kabao/contract/org.words'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'
import type { OrgList } from './lists.ts'

/** The number of organizations by state; selecting a state filters the list. */
export const StatusChoice = memo(function StatusChoice({
  of: { calls, machine },
  filters,
}: {
  of: OrgList
  filters: ListFilters<OrgList['calls']['page']>
}) {
  const { t } = useWords(orgWords)
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
