import type { crmCenter } from '@kabao/contract/crm-center'
import { crmCenterWords } from '@kabao/contract/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel'
import { Badge, formatNumber, useWords } from '#kit'
import classes from './desk.module.css'

type Desk = AnswerOf<typeof crmCenter.desk>

/** How much the salesman holds and may take, and what is due. */
export function Figures({ salesman, due }: { salesman: NonNullable<Desk['salesman']>; due: Desk['due'] }) {
  const { t, language } = useWords(crmCenterWords)
  const number = (value: number) => formatNumber(value, language)
  const most = (value: number | null) => (value === null ? t('figure.unlimited') : number(value))
  const figures = [
    ['held', t('figure.of', { count: number(salesman.held), most: number(salesman.capacity) })],
    ['taken', t('figure.of', { count: number(salesman.taken), most: most(salesman.dailyQuota) })],
    ['overdue', number(due.overdue), due.overdue],
    ['today', number(due.today)],
    ['fresh', number(due.fresh)],
    ['late', number(due.late), due.late],
    ['returning', number(due.returning)],
  ] as const
  return (
    <section className={classes.top} aria-label={t('figure.label')}>
      <p className={classes.who}>
        {salesman.name} {salesman.teamName && <span className={classes.hint}>{salesman.teamName}</span>}{' '}
        <Badge color={salesman.status === 'onDuty' ? 'green' : 'gray'}>
          {t(`status.${salesman.status}`)}
        </Badge>
      </p>
      <dl className={classes.figures}>
        {figures.map(([name, text, urgent = 0]) => (
          <div key={name} className={classes.figure} data-urgent={urgent > 0 || undefined}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
