import { pathOfPage } from '@kabao/contract/app/menu'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportAlert } from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '#kit/call/query.ts'
import { Button } from '#kit/controls/button.ts'
import { SidePanel } from '#kit/form/side-panel.tsx'
import { Failure } from '#kit/list/states.tsx'
import { Skeleton } from '#kit/skeleton/skeleton.tsx'
import { useWords } from '#kit/words/words.ts'
import type { Asked } from '../report/report-kind.ts'
import AlertDialog from './alert-dialog.tsx'
import { ruleText } from './alert-text.ts'
import { StateBadge } from './state-badge.tsx'
import classes from './watch.module.css'

/** One's own alerts on figures of a report. */
export default function AlertPanel({ report, asked, onClose }: AlertPanelProps) {
  const { t } = useWords(reportAlertWords)
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const { data, error, refetch } = useAnswer(reportAlert.mine, {
    body: { report: report.name, size: 50 },
  })
  const rows = data?.records ?? []
  const close = () => setEditing(null)
  return (
    <SidePanel title={t('ofReport')} onClose={onClose}>
      <div className={classes.head}>
        <Button onClick={() => setEditing('new')}>{t('add')}</Button>
        <Link className={classes.link} to={pathOfPage('ReportWatch') ?? ''} onClick={onClose}>
          {t('all')}
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
                {row.name} <StateBadge state={row.state} words={reportAlertWords} />
              </div>
              <p>
                {ruleText(row)} · {t(`every.${row.every}`)}
              </p>
            </div>
            <Button variant="default" size="xs" onClick={() => setEditing(row.id)}>
              {t('action.edit')}
            </Button>
          </li>
        ))}
      </ul>
      {editing !== null && (
        <AlertDialog
          key={editing}
          report={report}
          entry={rows.find(({ id }) => id === editing)}
          filters={asked}
          onClose={close}
        />
      )}
    </SidePanel>
  )
}

interface AlertPanelProps {
  report: Report
  /** What the report shows; a new alert begins with its filters. */
  asked: Asked
  onClose: () => void
}
