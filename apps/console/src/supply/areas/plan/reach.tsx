import type { PlanReach } from '@kabao/contract/supply/plan'
import { planFormWords } from '@kabao/contract/supply/plan-form.words'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { formatFen, formatNumber, formatShortInstant, useWords } from '#kit'
import { useWorthText } from '#users'
import { FigureList } from './figure-list.tsx'
import classes from './plan.module.css'
import type { Previewed } from './use-preview.ts'

/** How many people would fit a draft, at what worth, and where it stands among the running plans; it follows what is typed. */
export function Reach({ of: { now, last, isLoading } }: { of: Previewed }) {
  const { t, language } = useWords(planFormWords)
  const reach = last?.reach
  const note = isLoading ? t('reach.loading') : last && !now ? t('reach.older') : ''
  return (
    <details open className={classes.reach}>
      <summary>
        <h2>{t('reach.title')}</h2>
        {/* What a reader hears while typing: the line, not the tables. */}
        <span aria-live="polite" className={classes.quiet}>
          {reach &&
            t('reach.line', {
              count: formatNumber(reach.wonADay, language),
              place: reach.place,
              plans: reach.plans,
            })}
        </span>
      </summary>
      <div aria-busy={isLoading}>
        {!last && <p className={classes.quiet}>{t(isLoading ? 'reach.loading' : 'reach.wait')}</p>}
        {last?.reach === null && <p className={classes.quiet}>{t('reach.failed')}</p>}
        {reach &&
          (reach.users === 0 ? (
            <p className={classes.quiet}>{t('reach.nobody')}</p>
          ) : (
            <Figures reach={reach} />
          ))}
        {/* As high as its text, so that nothing moves when it comes and goes. */}
        {last && <p className={classes.note}>{note}</p>}
      </div>
    </details>
  )
}

function Figures({ reach }: { reach: PlanReach }) {
  const { t, language } = useWords(planFormWords)
  const page = useWords(planPageWords)
  const worth = useWorthText()
  const number = (value: number) => formatNumber(value, language)
  const share = (count: number, of: number) => t('reach.ofCompared', { count: number(count), of: number(of) })
  const { day } = reach
  const facts = [
    [t('reach.fits'), share(reach.fits, reach.users), t('reach.fitsNote', { day: number(reach.fitsADay) })],
    [t('reach.worth'), worth(reach), t(reach.isOwnRate ? 'reach.ownRate' : 'reach.flowRate')],
    [
      t('reach.place'),
      t('reach.placeOf', { place: number(reach.place), plans: number(reach.plans) }),
      reach.isPriorityFirst ? t('reach.priorityFirst') : '',
    ],
    [t('reach.won'), share(reach.won, reach.compared), t('reach.wonNote', { day: number(reach.wonADay) })],
    [
      t('reach.day'),
      formatFen(day.fen, language),
      [
        t('reach.dayNote', { people: number(day.people), price: formatFen(reach.priceFen, language) }),
        day.limit && t(`reach.limit.${day.limit}`),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
  ] as const
  return (
    <>
      <FigureList figures={facts} className={classes.reachFacts} />
      {reach.outrankedBy.length > 0 && (
        <table className={`${classes.table} ${classes.numbers}`}>
          <thead>
            <tr>
              <th scope="col">{t('reach.outranked')}</th>
              <th scope="col">{t('reach.people')}</th>
            </tr>
          </thead>
          <tbody>
            {reach.outrankedBy.map((each) => (
              <tr key={each.planId}>
                <th scope="row">
                  {[each.orgName, each.planName ?? t('reach.gone', { id: each.planId })]
                    .filter(Boolean)
                    .join(' · ')}
                  <span className={classes.note}>{worth(each)}</span>
                </th>
                <td>{number(each.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {reach.rules.length > 0 && (
        <table className={`${classes.table} ${classes.numbers}`}>
          <thead>
            <tr>
              <th scope="col">{t('reach.rules')}</th>
              <th scope="col">{t('reach.people')}</th>
            </tr>
          </thead>
          <tbody>
            {reach.rules.map(({ rule, count }) => (
              <tr key={rule}>
                <th scope="row">{page.t(`rule.${rule}`)}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {reach.from && (
        <p className={classes.note}>
          {t('reach.based', {
            from: formatShortInstant(reach.from, language),
            users: reach.users,
            day: number(reach.usersADay),
          })}
        </p>
      )}
    </>
  )
}
