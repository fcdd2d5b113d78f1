import type { ReportScheduleRow } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { wordsOf } from '#kit/words/words.ts'

type Times = Pick<ReportScheduleRow, 'rhythm' | 'weekday' | 'monthDay' | 'hour'>

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The word of a weekday. @param weekday 1 is Monday */
export const weekdayOf = (weekday: number | null) => weekdays[(weekday ?? 1) - 1] ?? 'monday'

/** When a report is sent: `每周星期一 08:00`. */
export function timesText({ rhythm, weekday, monthDay, hour }: Times): string {
  const { t } = wordsOf(reportScheduleWords)
  const time = hourText(hour)
  if (rhythm === 'week') return t('when.week', { weekday: t(`weekday.${weekdayOf(weekday)}`), time })
  if (rhythm === 'month' && monthDay === 31) return t('when.last', { time })
  return rhythm === 'month' ? t('when.month', { day: monthDay ?? 1, time }) : t('when.day', { time })
}
