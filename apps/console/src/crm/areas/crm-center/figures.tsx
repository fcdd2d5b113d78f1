import { pathOfPage } from '@kabao/contract/app/menu'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { Link } from 'react-router'
import { Anchor, Badge, formatNumber, useWords } from '#kit'
import { FigureButton } from '../../lead/figure-button.tsx'
import classes from './desk.module.css'
import type { DrillDown } from './use-drill-down.tsx'

type Desk = AnswerOf<typeof crmCenter.desk>

/** The list of the leads behind a figure. */
const leadsOf = {
  held: 'mine=true&place=held',
  overdue: 'mine=true&due=overdue',
  today: 'mine=true&due=today',
  fresh: 'mine=true&fresh=true',
  late: 'mine=true&late=true',
  returning: 'mine=true&returning=true',
} as const

/** How much the salesman holds and may take, and what is due. */
export function Figures({
  salesman,
  due,
  onDrillDown,
}: {
  salesman: NonNullable<Desk['salesman']>
  due: Desk['due']
  onDrillDown: (drillDown: DrillDown) => void
}) {
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
            <dd>
              {name === 'taken' ? (
                <FigureButton
                  label={t('figure.taken')}
                  value={text}
                  onClick={() => onDrillDown({ title: t('figure.taken'), value: text, figure: 'taken' })}
                />
              ) : (
                <Anchor
                  component={Link}
                  to={`${pathOfPage('CrmClue')}?${leadsOf[name]}`}
                  aria-label={`${t(`figure.${name}`)} ${text}`}
                >
                  {text}
                </Anchor>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
