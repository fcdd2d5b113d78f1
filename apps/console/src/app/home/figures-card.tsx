import { type HomeFiguresAnswer, home } from '@kabao/contract/home'
import { homeWords } from '@kabao/contract/home.words'
import { Link } from 'react-router'
import { Failure, formatFen, formatInstant, formatNumber, Skeleton, useAnswer, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import { Change } from './change.tsx'
import { live } from './live.ts'
import { useDoors } from './use-doors.ts'

/** The figures of today beside those of yesterday at the same hour. */
export function FiguresCard() {
  const { t, language } = useWords(homeWords)
  const { data, error, refetch } = useAnswer(home.figures, {}, live)
  const report = useDoors()('ChartSystemList', 'ChartChannelListProfit')
  const door = report && `${report}?preset=today`
  if (data === null) return null
  return (
    <Card title={t('card.figures')} more={door}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="cards" count={6} />}
      {data && <Figures of={data} door={door} />}
      {data && (
        <p className={classes.note}>
          {data.upTo && t('upTo', { at: formatInstant(data.upTo, language) })}
          {data.comparedTo &&
            ` · ${t('comparedTo', { at: formatInstant(data.comparedTo, language).slice(-8, -3) })}`}
        </p>
      )}
    </Card>
  )
}

function Figures({ of, door }: { of: HomeFiguresAnswer; door: string | undefined }) {
  const { t, language } = useWords(homeWords)
  return (
    <ul className={classes.figures}>
      {of.figures.map(({ key, today, soFar, before }) => {
        const show = (value: number) =>
          key.endsWith('Fen') ? formatFen(value, language) : formatNumber(value, language)
        const content = (
          <>
            <span>{t(`figure.${key}`)}</span>
            <strong>{show(today)}</strong>
            <small>
              {t('before', { value: show(before) })} <Change from={before} to={soFar} />
            </small>
          </>
        )
        return (
          <li key={key}>
            {door ? (
              <Link to={door} className={classes.door}>
                {content}
              </Link>
            ) : (
              <div>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
