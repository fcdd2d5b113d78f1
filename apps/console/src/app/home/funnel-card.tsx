import { home } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Failure, formatNumber, formatShare, Skeleton, useAnswer, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import { live } from './live.ts'
import { useCardLink } from './use-card-link.ts'

/** How many of the people of today came how far. */
export function FunnelCard() {
  const { t, language } = useWords(homeWords)
  const { data, error, refetch } = useAnswer(home.figures, {}, live)
  const link = useCardLink()('ChartSystemList', 'ChartChannelList')
  if (data === null) return null
  const largest = Math.max(1, ...(data?.funnel ?? []).map(({ count }) => count))
  return (
    <Card title={t('card.funnel')} more={link && `${link}?preset=today`}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      <ol className={classes.bars}>
        {data?.funnel.map(({ key, count }, index) => {
          const before = data.funnel[index - 1]?.count
          const share = before ? formatShare(Math.round((count / before) * 10_000), language) : null
          return (
            <li key={key}>
              <span className={classes.name}>{t(`figure.${key}`)}</span>
              <b>{formatNumber(count, language)}</b>
              <progress value={count} max={largest} aria-hidden />
              <small>{share && t('step', { share })}</small>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
