import { type crmCenter, funnelSteps as steps } from '@kabao/contract/crm/crm-center'
import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { formatNumber, useWords } from '#kit'
import { FigureButton } from '../../lead/figure-button.tsx'
import classes from './desk.module.css'
import type { DrillDown } from './use-drill-down.tsx'

type Counts = AnswerOf<typeof crmCenter.desk>['funnel']['now']

/** What became of the leads of the period, beside the same part of the period before. */
export function Funnel({
  now,
  before,
  period,
  onDrillDown,
}: {
  now: Counts
  before: Counts
  period: 'week' | 'month'
  onDrillDown: (drillDown: DrillDown) => void
}) {
  const { t, language } = useWords(crmCenterWords)
  const number = (value: number) => formatNumber(value, language)
  const drillDownOf = (step: (typeof steps)[number], counts: Counts) => ({
    title: `${t(`period.${period}`)} · ${t(`funnel.${step}`)}`,
    value: counts === now ? number(now[step]) : t(`funnel.before.${period}`, { count: number(before[step]) }),
    figure: step,
    period,
  })
  const most = Math.max(1, ...steps.flatMap((step) => [now[step], before[step]]))
  return (
    <section>
      <h3 className={classes.heading}>{t('funnel.title')}</h3>
      <ul className={classes.funnel}>
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`funnel.${step}`)}</span>
            <strong>
              <FigureButton
                label={t(`funnel.${step}`)}
                value={number(now[step])}
                onClick={() => onDrillDown({ ...drillDownOf(step, now), isBefore: false })}
              />
            </strong>
            <span className={classes.bars} aria-hidden>
              <span className={classes.bar} style={{ width: `${(now[step] / most) * 100}%` }} />
              <span className={classes.barBefore} style={{ width: `${(before[step] / most) * 100}%` }} />
            </span>
            <span className={classes.hint}>
              <FigureButton
                label={t(`funnel.${step}`)}
                value={t(`funnel.before.${period}`, { count: number(before[step]) })}
                onClick={() => onDrillDown({ ...drillDownOf(step, before), isBefore: true })}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
