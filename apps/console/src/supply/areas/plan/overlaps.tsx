import type { PlanOverlap } from '@kabao/contract/supply/plan'
import { planMachine } from '@kabao/contract/supply/plan-machine'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { formatFen, formatNumber, StateBadge, useWords } from '#kit'
import classes from './plan.module.css'

/** The plans of the same organization that would receive some of the same people. */
export function Overlaps({ overlaps }: { overlaps: readonly PlanOverlap[] }) {
  const { t, language } = useWords(planPageWords)
  if (overlaps.length === 0) return <p className={classes.quiet}>{t('overlap.none')}</p>
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('overlap.plan')}</th>
            <th scope="col">{t('overlap.cities')}</th>
            <th scope="col">{t('overlap.hours')}</th>
            <th scope="col">{t('overlap.dates')}</th>
          </tr>
        </thead>
        <tbody>
          {overlaps.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                <span>{each.name}</span> <StateBadge of={planMachine} state={each.status} />{' '}
                {formatFen(each.priceFen, language)}
              </th>
              <td>{each.cities === null ? t('overlap.allCities') : formatNumber(each.cities, language)}</td>
              <td>{formatNumber(Math.round(each.minutes / 6) / 10, language)}</td>
              <td>
                {each.to === null
                  ? t('overlap.from', { from: each.from })
                  : t('overlap.until', { from: each.from, to: each.to })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
