import { reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { lazy } from 'react'
import { loadChunk } from '#kit/page/chunk.ts'
import { ListChoice, type ListOfPage } from '#kit/page/list-choice.tsx'

const lists: readonly ListOfPage[] = [
  {
    name: 'alerts',
    title: reportAlertWords.tree.title,
    use: reportAlert.mine,
    List: lazy(() => loadChunk(() => import('./areas/report-alert/mine.tsx'))),
  },
  {
    name: 'schedules',
    title: reportScheduleWords.tree.title,
    use: reportSchedule.mine,
    List: lazy(() => loadChunk(() => import('./areas/report-schedule/mine.tsx'))),
  },
  {
    name: 'allAlerts',
    title: reportAlertWords.tree.everybody,
    use: reportAlert.page,
    List: lazy(() => loadChunk(() => import('./areas/report-alert/page.tsx'))),
  },
  {
    name: 'allSchedules',
    title: reportScheduleWords.tree.everybody,
    use: reportSchedule.page,
    List: lazy(() => loadChunk(() => import('./areas/report-schedule/page.tsx'))),
  },
]

/** Alerts on figures and scheduled reports: one's own and, with permission, those of everybody. */
export default function ReportWatchLists() {
  return <ListChoice page="menu.reportWatch" lists={lists} />
}
