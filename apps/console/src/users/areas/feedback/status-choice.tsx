import { feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { feedbackMachine } from '@kabao/contract/users/feedback-machine'
import { memo, useMemo } from 'react'
import { type ListFilters, StatusTabs, useAnswer, useStateTabs, useWords } from '#kit'

/** The number of feedbacks by status; selecting a status filters the list. */
export const StatusChoice = memo(function StatusChoice({
  filters,
}: {
  filters: ListFilters<typeof feedback.page>
}) {
  const { t } = useWords(feedbackWords)
  const { data } = useAnswer(feedback.counts)
  const states = useStateTabs(feedbackMachine, data)
  const { status, overdue } = filters.applied as {
    status?: (typeof states)[number]['value']
    overdue?: boolean
  }
  const tabs = useMemo(
    () => [
      ...states,
      { value: 'overdue' as const, label: t('overdue'), count: data?.overdue, isUrgent: true },
    ],
    [states, t, data],
  )
  const choose = (value: (typeof tabs)[number]['value']) =>
    filters.set({
      status: value === 'all' || value === 'overdue' ? undefined : value,
      overdue: value === 'overdue' ? true : undefined,
    })
  return (
    <StatusTabs
      label={t('tabs')}
      tabs={tabs}
      value={overdue ? 'overdue' : (status ?? 'all')}
      onChange={choose}
    />
  )
})
