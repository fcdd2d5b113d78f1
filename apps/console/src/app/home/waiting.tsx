import { pathOfPage } from '@kabao/contract/app/menu'
import { home, mostWaiting } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure, formatNumber, Skeleton, useAnswer, useWords } from '#kit'
import classes from './home.module.css'

/** What waits for the reader; each count leads to the list that shows it. Read again whenever the page is shown. */
export function Waiting() {
  const { t, language } = useWords(homeWords)
  const id = useId()
  const { data, error, refetch } = useAnswer(home.waiting, {}, { refetchOnMount: 'always' })
  const number = (count: number) =>
    count < mostWaiting
      ? formatNumber(count, language)
      : t('many', { count: formatNumber(mostWaiting - 1, language) })
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{t('card.waiting')}</h2>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="cards" />}
      {data?.length === 0 && <p className={classes.none}>{t('none')}</p>}
      <ul className={classes.waiting}>
        {data?.map(({ kind, count, link }) => (
          <li key={kind}>
            <Link to={`${pathOfPage(link.name)}?${new URLSearchParams(link.query)}`} data-kind={kind}>
              <strong>{number(count)}</strong>
              <span>{t(`kind.${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
