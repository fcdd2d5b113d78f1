import type { ReportRun } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { Badge, useWords, type WordsOf } from '#kit'

const colors = { queued: 'gray', ready: 'green', failed: 'red' } as const

type Say = WordsOf<typeof reportScheduleWords.tree>['t']

/** What became of a run, with the reason if it failed. */
export const runText = ({ status, failure, sent }: ReportRun, t: Say): string => {
  if (failure) return `${t('status.failed')}：${t(`failure.${failure}`)}`
  return status === 'ready' ? t('runs.sent', { count: sent }) : t(`status.${status}`)
}

export function RunBadge({ run }: { run: ReportRun }) {
  const { t } = useWords(reportScheduleWords)
  const text = runText(run, t)
  return (
    <Badge color={colors[run.status]} title={text}>
      {text}
    </Badge>
  )
}
