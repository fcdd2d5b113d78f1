import { type HomeFiguresAnswer, homeCounts, homeFigures } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure, formatInstant, useWords } from '#kit'
import { useRightsKnown } from '#kit/session/session.ts'
import { figureText } from '#statistics'
import classes from './cards.module.css'
import { Change } from './change.tsx'
import shared from './home.module.css'
import { linkTo } from './link.ts'
import { useToday } from './live.ts'
import { useCardLink } from './use-card-link.ts'

const counts: readonly string[] = homeCounts
/** How many figures there are, for the placeholders. */
const shown = homeFigures.length - 2

/** The figures of today beside those of yesterday and of last week until the same minute; each leads to its records of today. */
export function Figures() {
  const { t, language } = useWords(homeWords)
  const id = useId()
  const { data, error, refetch } = useToday()
  const mayOpen = useCardLink()('ChartSystemList', 'ChartChannelListProfit') !== undefined
  const isKnown = useRightsKnown()
  const of = data?.figures
  if (of === null || (!of && isKnown && !mayOpen)) return null
  const time = (iso: string) => formatInstant(iso, language).slice(-8, -3)
  return (
    <section className={shared.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('card.figures')}</h2>
        <small className={classes.note}>
          {of && t('upTo', { at: time(of.upTo) })}
          {of?.comparedTo && ` · ${t('comparedTo', { at: time(of.comparedTo) })}`}
        </small>
      </header>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      <ul className={classes.figures} aria-busy={!of && !error}>
        {of && <Tiles of={of} />}
        {!of &&
          !error &&
          Array.from({ length: shown }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without content
            <li key={index} />
          ))}
      </ul>
    </section>
  )
}

function Tiles({ of }: { of: HomeFiguresAnswer }) {
  const { t, language } = useWords(homeWords)
  return of.figures.map(({ key, today, yesterday, lastWeek, link }) => {
    const format = counts.includes(key) ? 'count' : 'fen'
    const show = (value: number) => figureText(format, value, language)
    const before = { yesterday, lastWeek }
    return (
      <li key={key}>
        <Link to={linkTo(link)}>
          <span>{t(`figure.${key}`)}</span>
          <strong>{show(today)}</strong>
          {(['yesterday', 'lastWeek'] as const).map((day) => {
            const value = before[day]
            return (
              <small key={day}>
                {value !== null && (
                  <>
                    {t(day)} {show(value)} <Change format={format} from={value} to={today} />
                  </>
                )}
              </small>
            )
          })}
        </Link>
      </li>
    )
  })
}
