import { frameWords } from '@kabao/contract/app/frame.words'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Breadcrumb, formatDay, readUser, useWords } from '#kit'
import { cards } from './cards.ts'
import { Customize } from './customize.tsx'
import { Figures } from './figures.tsx'
import classes from './home.module.css'
import { useToday } from './live.ts'
import { useLayout } from './use-layout.ts'
import { Waiting } from './waiting.tsx'
import { Warnings } from './warnings.tsx'

/** The home page, the workplace of the reader: what happens today, what waits and what is wrong; below, the cards of the reader's choice. */
export default function HomePage() {
  const { t, language } = useWords(frameWords)
  const user = readUser()
  return (
    <div className={classes.page}>
      <Breadcrumb />
      <header className={classes.welcome}>
        <h1>{t('home.welcome', { name: user?.name || user?.username || '' })}</h1>
        <p>{t('home.today', { day: formatDay(new Date(), language) })}</p>
      </header>
      <div className={classes.day}>
        <Figures />
        <div>
          <Waiting />
          <Warnings />
        </div>
      </div>
      <More />
    </div>
  )
}

function More() {
  const { t } = useWords(homeWords)
  const id = useId()
  const layout = useLayout()
  const { data, error } = useToday()
  const shown = layout?.order.filter((card) => !layout.hidden.has(card)) ?? []
  return (
    <section aria-labelledby={id}>
      <header className={classes.more}>
        <h2 id={id}>{t('more')}</h2>
        {layout && <Customize layout={layout} />}
      </header>
      {layout && shown.length === 0 && <p className={classes.none}>{t('allHidden')}</p>}
      {/* They ask at once, and are shown when what is above has its height. */}
      <div className={classes.cards} hidden={!data && !error}>
        {shown.map((card) => {
          const Card = cards[card]
          return (
            <div key={card}>
              <Card />
            </div>
          )
        })}
      </div>
    </section>
  )
}
