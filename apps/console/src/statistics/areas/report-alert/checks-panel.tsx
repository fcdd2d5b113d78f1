import {
  type ReportAlertCheck,
  type ReportAlertRow,
  reportAlert,
} from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { Badge, Failure, SidePanel, Skeleton, useAnswer, useWords } from '#kit'
import { isDeviation, ruleText, spanText, valueText } from '../../report-watch/alert-text.ts'
import classes from '../../report-watch/watch.module.css'

/** The last checks of an alert: what it was, and whether it was told. */
export default function ChecksPanel({ alert, onClose }: { alert: ReportAlertRow; onClose: () => void }) {
  const { t } = useWords(reportAlertWords)
  const { data, error, refetch } = useAnswer(reportAlert.checks, { params: { id: alert.id } })
  const outcome = ({ told, isMet }: ReportAlertCheck) => {
    if (told !== null) return <Badge color="orange">{t('checks.told', { count: told })}</Badge>
    return <Badge color={isMet ? 'yellow' : 'gray'}>{t(isMet ? 'checks.goesOn' : 'checks.fine')}</Badge>
  }
  return (
    <SidePanel title={`${t('checks.title')} · ${alert.name}`} onClose={onClose}>
      <p className={classes.hint}>{ruleText(alert)}</p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={6} />}
      {data?.length === 0 && <p className={classes.none}>{t('checks.none')}</p>}
      <ul className={classes.items} aria-label={t('checks.title')}>
        {data?.map((check) => (
          <li key={check.until} className={classes.item}>
            <div className={classes.what}>
              {t('try.text', { period: spanText(alert, check), value: valueText(alert, check.value) })}
              {isDeviation(alert) && <p>{t('try.base', { base: valueText(alert, check.base) })}</p>}
            </div>
            {outcome(check)}
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}
