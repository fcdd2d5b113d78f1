import { reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { memo, type ReactNode } from 'react'
import { Page, useWords } from '#kit'
import { ScheduleList } from './list.tsx'

/** The scheduled reports of everybody. @param tabs the other lists of the same page */
export default memo(function AllSchedulesPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(reportScheduleWords)
  return (
    <Page title={t('everybody')}>
      {tabs}
      <ScheduleList endpoint={reportSchedule.page} label={t('everybody')} showsWho />
    </Page>
  )
})
