import { homeWords } from '@kabao/contract/statistics/home.words'
import { Failure, formatNumber, formatShare, Skeleton, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import { linkTo } from './link.ts'
import { useToday } from './live.ts'

/** How many of the people of today came how far. */
export function FunnelCard() {
  const { t, language } = useWords(homeWords)
  const today = useToday()
  const { error, refetch } = today
  const data = today.data?.figures
  if (data === null) return null
  const largest = Math.max(1, ...(data?.funnel ?? []).map(({ count }) => count))
  return (
    <Card title={t('card.funnel')} more={data && linkTo(data.report)}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      <ol className={classes.bars}>
        {data?.funnel.map(({ key, count }, index) => {
          const before = data.funnel[index - 1]?.count
          // Who is counted at a step may have come before today: a share above the whole says nothing.
          const share =
            before && count <= before ? formatShare(Math.round((count / before) * 10_000), language) : null
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
