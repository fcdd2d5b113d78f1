import {
  type ReportRun,
  type ReportScheduleRow,
  reportSchedule,
} from '@kabao/contract/statistics/report-schedule'
import { reportScheduleWords } from '@kabao/contract/statistics/report-schedule.words'
import { Failure, formatInstant, SidePanel, Skeleton, useAnswer, useWords } from '#kit'
import { timesText } from '../../report-watch/schedule-text.ts'
import classes from '../../report-watch/watch.module.css'
import { RunBadge } from './run-badge.tsx'

/** The last runs of a scheduled report. */
export default function RunsPanel({
  schedule,
  onClose,
}: {
  schedule: ReportScheduleRow
  onClose: () => void
}) {
  const { t, language } = useWords(reportScheduleWords)
  const { data, error, refetch } = useAnswer(reportSchedule.runs, { params: { id: schedule.id } })
  const why = ({ dueAt, askedBy }: ReportRun) =>
    dueAt === null ? t('runs.byHand', { name: askedBy ?? '' }) : timesText(schedule)
  return (
    <SidePanel title={`${t('runs.title')} · ${schedule.name}`} onClose={onClose}>
      <p className={classes.hint}>{schedule.recipientNames.join(' · ')}</p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={6} />}
      {data?.length === 0 && <p className={classes.none}>{t('runs.none')}</p>}
      <ul className={classes.items} aria-label={t('runs.title')}>
        {data?.map((run) => (
          <li key={run.id} className={classes.item}>
            <div className={classes.what}>
              {formatInstant(run.dueAt ?? run.createdAt, language)}
              <p>{why(run)}</p>
            </div>
            <RunBadge run={run} />
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
