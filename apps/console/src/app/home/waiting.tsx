import { mostWaiting } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure, formatNumber, Skeleton, useWords } from '#kit'
import classes from './home.module.css'
import { linkTo } from './link.ts'
import { useToday } from './live.ts'
import { useHeld } from './use-held.ts'

/** A count that may be higher is marked. */
export function useCountText(): (count: number) => string {
  const { t, language } = useWords(homeWords)
  return (count) =>
    count < mostWaiting
      ? formatNumber(count, language)
      : t('many', { count: formatNumber(mostWaiting - 1, language) })
}

/** What waits for the reader; each count leads to the list that shows it. */
export function Waiting() {
  const { t } = useWords(homeWords)
  const id = useId()
  const { data, error, refetch } = useToday()
  const { shown, handlers } = useHeld(data?.waiting)
  const number = useCountText()
  return (
    <section className={classes.panel} aria-labelledby={id} {...handlers}>
      <h2 id={id}>{t('card.waiting')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {shown?.length === 0 && <p className={classes.none}>{t('none')}</p>}
      <ul className={classes.waiting}>
        {shown?.map(({ kind, count, link }) => (
          <li key={kind}>
            <Link to={linkTo(link)} data-kind={kind}>
              <strong>{number(count)}</strong>
              <span>{t(`kind.${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
