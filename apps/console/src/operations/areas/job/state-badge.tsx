import type { JobState } from '@kabao/contract/operations/job'
import { jobWords } from '@kabao/contract/operations/job.words'
import { Badge, useWords } from '#kit'

const colors: Record<JobState, string> = {
  created: 'gray',
  retry: 'orange',
  active: 'arcoblue',
  completed: 'green',
  cancelled: 'gray',
  failed: 'red',
}

export function StateBadge({ state }: { state: JobState }) {
  const { t } = useWords(jobWords)
  return <Badge color={colors[state]}>{t(`state.${state}`)}</Badge>
}
