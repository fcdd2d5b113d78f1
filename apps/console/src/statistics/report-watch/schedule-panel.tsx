import { pathOfPage } from '@kabao/contract/app/menu'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { reportSchedule } from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { SidePanel } from '#kit/form/side-panel.tsx'
import { formatInstant } from '#kit/format.ts'
import { Failure } from '#kit/list/states.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import ScheduleDialog, { type ShownReport } from './schedule-dialog.tsx'
import { timesText } from './schedule-text.ts'
import { StateBadge } from './state-badge.tsx'
import classes from './watch.module.css'

/** One's own schedules of a report. */
export default function SchedulePanel({ report, shown, onClose }: SchedulePanelProps) {
  const { t, language } = useWords(reportScheduleWords)
  const { t: say } = useWords(reportAlertWords)
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const { data, error, refetch } = useAnswer(reportSchedule.mine, {
    body: { report: report.name, size: 50 },
  })
  const rows = data?.records ?? []
  return (
    <SidePanel title={t('ofReport')} onClose={onClose}>
      <div className={classes.head}>
        <Button onClick={() => setEditing('new')}>{t('add')}</Button>
        <Link
          className={classes.link}
          to={`${pathOfPage('ReportWatch') ?? ''}?tab=schedules`}
          onClick={onClose}
        >
          {say('all')}
        </Link>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={4} />}
      {data && rows.length === 0 && <p className={classes.none}>{t('none')}</p>}
      <ul className={classes.items} aria-label={t('title')}>
        {rows.map((row) => (
          <li key={row.id} className={classes.item}>
            <div className={classes.what}>
              <div className={classes.name}>
                {row.name} <StateBadge state={row.state} words={reportScheduleWords} />
              </div>
              <p>
                {timesText(row)}
                {row.state === 'on' && ` · ${t('field.nextAt')} ${formatInstant(row.nextAt, language)}`}
              </p>
            </div>
            <Button variant="default" size="xs" onClick={() => setEditing(row.id)}>
              {t('action.edit')}
            </Button>
          </li>
        ))}
      </ul>
      {editing !== null && (
        <ScheduleDialog
          key={editing}
          report={report}
          entry={rows.find(({ id }) => id === editing)}
          shown={shown}
          onClose={() => setEditing(null)}
        />
      )}
    </SidePanel>
  )
}

interface SchedulePanelProps {
  report: Report
  shown: ShownReport
  onClose: () => void
}
