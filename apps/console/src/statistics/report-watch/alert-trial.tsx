import type { BodyInput } from '@kabao/contract/kernel/kernel'
import { reportFilterNames } from '@kabao/contract/statistics/report/filter-shape'
import {
  type ReportAlertJudgment,
  type ReportAlertRow,
  reportAlert,
} from '@kabao/contract/statistics/report-alert'
import { reportAlertWords } from '@kabao/contract/statistics/report-alert.words'
import { useEffect, useState } from 'react'
import { Refusal } from '#kit/call/refusal.ts'
import { send } from '#kit/call/send.ts'
import { Badge } from '#kit/controls/badge.ts'
import { Button } from '#kit/controls/button.ts'
import { useWords } from '#kit/words/words.ts'
import { spanText, valueText } from './alert-text.ts'
import classes from './watch.module.css'

type Rule = Pick<ReportAlertRow, 'report' | 'figure' | 'condition' | 'every'> & {
  bound: number | null
} & Partial<Record<(typeof reportFilterNames)[number], string>>

/** Says what a rule comes to for the day or hours that were over last. */
export function AlertTrial({ rule }: { rule: Rule }) {
  const { t } = useWords(reportAlertWords)
  const [tried, setTried] = useState<ReportAlertJudgment | string | null>(null)
  const { report, figure, condition, bound, every } = rule
  const filters = Object.fromEntries(reportFilterNames.map((name) => [name, rule[name]]))
  const body = { report, figure, condition, bound, every, ...filters }
  const key = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer belongs to the rule that it was asked for
  useEffect(() => setTried(null), [key])
  const ask = () =>
    send(reportAlert.try, { body: body as BodyInput<typeof reportAlert.try>, quiet: true }).then(
      setTried,
      (error: unknown) =>
        setTried(
          error instanceof Refusal
            ? (Object.values(error.fields ?? {})[0] ?? error.message)
            : (error as Error).message,
        ),
    )
  return (
    <div className={classes.tried} role="status">
      <Button variant="default" disabled={bound === null || Number.isNaN(bound)} onClick={() => void ask()}>
        {t('try.label')}
      </Button>
      {typeof tried === 'string' && <p className={classes.problem}>{tried}</p>}
      {tried !== null && typeof tried === 'object' && (
        <>
          <span>{t('try.text', { period: spanText(rule, tried), value: valueText(rule, tried.value) })}</span>
          <span>{t('try.base', { base: valueText(rule, tried.base) })}</span>
          <Badge color={tried.isMet ? 'orange' : 'gray'}>
            {t(tried.isMet ? 'try.isMet' : 'try.isNotMet')}
          </Badge>
        </>
      )}
    </div>
  )
}
