import type { PlanToday } from '@kabao/contract/supply/plan'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { formatFen, formatInstant, formatNumber, useAnswer, useWords } from '#kit'
import type { PlanList } from './lists.ts'
import classes from './plan.module.css'

/** How often the figures are read again, in milliseconds. */
const interval = 15_000

/** The figures of the current business day; they follow what happens. */
export function TodayCard({ of, id }: { of: PlanList; id: string }) {
  const { data } = useAnswer(of.calls.today, { params: { id } }, { refetchInterval: interval })
  return data ? <Figures today={data} /> : null
}

function Figures({ today }: { today: PlanToday }) {
  const { t, language } = useWords(planPageWords)
  const number = (value: number) => formatNumber(value, language)
  const money = (fen: number) => formatFen(fen, language)
  const state = today.isOpen
    ? t('today.open')
    : today.opensAt === null
      ? t('today.closed')
      : t('today.opensAt', { at: formatInstant(today.opensAt, language) })
  return (
    <section>
      <h3 className={classes.heading}>{t('today.title', { day: today.day })}</h3>
      <p className={classes.quiet}>{state}</p>
      <dl className={classes.figures}>
        {(['pushed', 'accepted', 'rejected', 'pending', 'failed', 'waiting'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`today.${name}`)}</dt>
            <dd>{number(today[name])}</dd>
          </div>
        ))}
      </dl>
      <Bar
        label={t('today.cap')}
        used={today.used}
        most={today.dailyCap}
        text={number}
        note={
          today.isPaced && today.expected !== null
            ? t('today.pace', { count: number(today.expected) })
            : undefined
        }
      />
      <Bar label={t('today.budget')} used={today.spentFen} most={today.dailyBudgetFen} text={money} />
    </section>
  )
}

/** How much of a limit is used; without a limit only what is used. */
function Bar({
  label,
  used,
  most,
  text,
  note,
}: {
  label: string
  used: number
  most: number | null
  text: (value: number) => string
  note?: string | undefined
}) {
  const { t } = useWords(planPageWords)
  const said = t('today.of', { used: text(used), most: most === null ? t('any') : text(most) })
  return (
    <div className={classes.bar}>
      <div className={classes.barText}>
        <span>
          {label}
          {note && ` · ${note}`}
        </span>
        <span>{said}</span>
      </div>
      {most !== null && <progress aria-label={label} aria-valuetext={said} value={used} max={most} />}
    </div>
  )
}
