import { reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { ScheduleList } from './list.tsx'

/** One's own scheduled reports. @param tabs the other lists of the same page */
export default memo(function MySchedulesPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(reportScheduleWords)
  return (
    <Page title={t('title')}>
      {tabs}
      <ScheduleList endpoint={reportSchedule.mine} label={t('title')} />
    </Page>
  )
})
