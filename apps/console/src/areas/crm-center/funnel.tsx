import type { crmCenter } from '@kabao/contract/crm-center'
import { crmCenterWords } from '@kabao/contract/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel'
import { formatNumber, useWords } from '#kit'
import classes from './desk.module.css'

type Counts = AnswerOf<typeof crmCenter.desk>['funnel']['now']
const steps = ['got', 'contacted', 'interested', 'applied', 'converted', 'invalid'] as const

/** What became of the leads of the period, beside the same part of the period before. */
export function Funnel({ now, before }: { now: Counts; before: Counts }) {
  const { t, language } = useWords(crmCenterWords)
  const most = Math.max(1, ...steps.flatMap((step) => [now[step], before[step]]))
  return (
    <section>
      <h3 className={classes.heading}>{t('funnel.title')}</h3>
      <ul className={classes.funnel}>
        {steps.map((step) => (
          <li key={step}>
            <span>{t(`funnel.${step}`)}</span>
            <strong>{formatNumber(now[step], language)}</strong>
            <span className={classes.bars} aria-hidden>
              <span className={classes.bar} style={{ width: `${(now[step] / most) * 100}%` }} />
              <span className={classes.barBefore} style={{ width: `${(before[step] / most) * 100}%` }} />
            </span>
            <span className={classes.hint}>
              {t('funnel.before', { count: formatNumber(before[step], language) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
