import { type HomeFiguresAnswer, home } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Link } from 'react-router'
import { Failure, formatInstant, Skeleton, useAnswer, useWords } from '#kit'
import { figureText } from '#statistics'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import { Change } from './change.tsx'
import { live } from './live.ts'
import { useCardLink } from './use-card-link.ts'

/** The figures of today beside those of yesterday until the same minute. */
export function FiguresCard() {
  const { t, language } = useWords(homeWords)
  const { data, error, refetch } = useAnswer(home.figures, {}, live)
  const report = useCardLink()('ChartSystemList', 'ChartChannelListProfit')
  const link = report && `${report}?preset=today`
  if (data === null) return null
  return (
    <Card title={t('card.figures')} more={link}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton shape="cards" count={6} />}
      {data && <Figures of={data} link={link} />}
      {data?.upTo && <p className={classes.note}>{t('upTo', { at: formatInstant(data.upTo, language) })}</p>}
    </Card>
  )
}

function Figures({ of, link }: { of: HomeFiguresAnswer; link: string | undefined }) {
  const { t, language } = useWords(homeWords)
  const at = of.comparedTo && formatInstant(of.comparedTo, language).slice(-8, -3)
  return (
    <ul className={classes.figures}>
      {of.figures.map(({ key, today, before }) => {
        const format = key.endsWith('Fen') ? 'fen' : 'count'
        const show = (value: number) => figureText(format, value, language)
        const content = (
          <>
            <span>{t(`figure.${key}`)}</span>
            <strong>{show(today)}</strong>
            {at && before !== null && (
              <small>
                {t('before', { at, value: show(before) })} <Change format={format} from={before} to={today} />
              </small>
            )}
          </>
        )
        return (
          <li key={key}>
            {link ? (
              <Link to={link} className={classes.link}>
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
