import { channelWords } from '@kabao/contract/channel.words'
import { memo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'
import type { ChannelList } from './lists.ts'

/** The number of channels by state; selecting a state filters the list. */
export const StatusChoice = memo(function StatusChoice({
  of: { calls, machine },
  filters,
}: {
  of: ChannelList
  filters: ListFilters<ChannelList['calls']['page']>
}) {
  const { t } = useWords(channelWords)
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
