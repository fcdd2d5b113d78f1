import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import type { Days } from '@kabao/contract/statistics/report/range'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { lazy, Suspense, useState } from 'react'
import { copyText } from '#kit/copy.ts'
import { IconBell, IconCalendarStats, IconLink } from '#kit/icons.ts'
import tools from '#kit/list/table.module.css'
import { message } from '#kit/message/message.ts'
import { usePermission } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'
import { linkQuery } from './report-link.ts'
import type { ShownReport } from './schedule-dialog.tsx'

const AlertPanel = lazy(() => import('./alert-panel.tsx'))
const SchedulePanel = lazy(() => import('./schedule-panel.tsx'))

/** What can be done with a report as it is shown: watch a figure, have it sent, give its link to a colleague. */
export function WatchTools({ report, calls, days, isCross, shownNow }: WatchToolsProps) {
  const { t } = useWords(reportPageWords)
  const { t: alert } = useWords(reportAlertWords)
  const { t: schedule } = useWords(reportScheduleWords)
  const mayExport = usePermission(calls.export)
  const [open, setOpen] = useState<'alert' | { shown: ShownReport } | null>(null)
  const close = () => setOpen(null)
  const copyLink = async () => {
    if (!days) return
    const { asked, sort, columns } = shownNow()
    // The router of a page knows only its part of the address.
    const address = new URL(location.href)
    address.search = linkQuery(asked, days, sort, columns)
    if (await copyText(address.href)) message.success(t('link.copied'))
    else message.error(t('link.failed', { link: address.href }), 10_000)
  }
  const tool = (label: string, Icon: typeof IconBell, onClick: () => void) => (
    <button
      type="button"
      className={`${tools.tool} ${tools.worded}`}
      title={label}
      aria-label={label}
      disabled={!days}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      <span>{label}</span>
    </button>
  )
  return (
    <>
      {tool(alert('button'), IconBell, () => setOpen('alert'))}
      {mayExport &&
        !isCross &&
        tool(schedule('button'), IconCalendarStats, () => setOpen({ shown: shownNow() }))}
      {tool(t('link.copy'), IconLink, () => void copyLink())}
      <Suspense>
        {open === 'alert' && <AlertPanel report={report} asked={shownNow().asked} onClose={close} />}
        {open !== null && open !== 'alert' && (
          <SchedulePanel report={report} shown={open.shown} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

interface WatchToolsProps {
  report: Report
  calls: Pick<ReportCalls, 'export'>
  /** The days in sight; undefined until they are known. */
  days: Days | undefined
  /** A cross table is not sent by a schedule. */
  isCross: boolean
  shownNow: () => ShownReport
}
