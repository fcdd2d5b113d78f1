import type { ReportAlertRow } from '@kabao/contract/statistics/report-alert'
import type { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import type { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { Badge } from '#kit/controls/badge.ts'
import { useWords } from '#kit/words/words.ts'

const colors = { on: 'green', off: 'gray', silent: 'orange' } as const

/** Whether an alert or a schedule is on; if it is silent, why. */
export function StateBadge({ state, words }: StateBadgeProps) {
  const { t } = useWords(words as typeof reportAlertWords)
  return (
    <Badge color={colors[state]} title={state === 'silent' ? t('silentWhy') : t(`state.${state}`)}>
      {t(`state.${state}`)}
    </Badge>
  )
}

interface StateBadgeProps {
  state: ReportAlertRow['state']
  words: typeof reportAlertWords | typeof reportScheduleWords
}
