import { pathOfPage } from '@kabao/contract/app/menu'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Link } from 'react-router'
import { Failure, formatNumber, formatShortInstant, Skeleton, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import shared from './home.module.css'
import { useMore } from './live.ts'

const path = pathOfPage('ChartEventList') as string

/** The open errors that happened last. */
export function ErrorsCard() {
  const { t, language } = useWords(homeWords)
  const more = useMore()
  const { error, refetch } = more
  const data = more.data?.errors
  if (data === null) return null
  return (
    <Card title={t('card.errors')} more={`${path}?status=open`}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data?.length === 0 && <p className={shared.none}>{t('noErrors')}</p>}
      <ul className={classes.errors}>
        {data?.map(({ id, name, message, count, lastAt }) => (
          <li key={id}>
            <Link to={`${path}?open=${id}`} className={classes.name}>
              <b>{name}</b> {message}
            </Link>
            <small>
              {t('times', { count: formatNumber(count, language) })} · {formatShortInstant(lastAt, language)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
