import { feedback, feedbackStatuses } from '@kabao/contract/feedback'
import { feedbackWords } from '@kabao/contract/feedback.words'
import { memo, useMemo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useWords } from '#kit'

const values = ['all', ...feedbackStatuses, 'overdue'] as const
type Value = (typeof values)[number]

/** How many there are by status; one of them chooses what the list shows. */
export const StatusChoice = memo(function StatusChoice({
  filters,
}: {
  filters: ListFilters<typeof feedback.page>
}) {
  const { t } = useWords(feedbackWords)
  const { data } = useAnswer(feedback.counts, { quiet: true })
  const status = filters.filter('status')
  const overdue = filters.filter('overdue')
  const tabs = useMemo(
    () =>
      values.map((value) => ({
        value,
        label: t(value === 'all' || value === 'overdue' ? value : `status.${value}`),
        count:
          data &&
          (value === 'all' ? data.pending + data.processing + data.resolved + data.closed : data[value]),
        isUrgent: value === 'overdue',
      })),
    [t, data],
  )
  const choose = (value: Value) => {
    status.onChange(value === 'all' || value === 'overdue' ? undefined : value)
    overdue.onChange(value === 'overdue' ? true : undefined)
  }
  return (
    <StatusTabs
      label={t('tabs')}
      tabs={tabs}
      value={overdue.value ? 'overdue' : (status.value ?? 'all')}
      onChange={choose}
    />
  )
})
