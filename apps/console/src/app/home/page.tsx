import { frameWords } from '@kabao/contract/app/frame.words'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Breadcrumb, formatDay, readUser, useWords } from '#kit'
import { cards, wideCards } from './cards.ts'
import { Customize } from './customize.tsx'
import classes from './home.module.css'
import { useLayout } from './use-layout.ts'

/** The home page, the workplace of the reader: what happens today, what waits, and the ways to all of it, as cards. */
export default function HomePage() {
  const { t, language } = useWords(frameWords)
  const words = useWords(homeWords)
  const user = readUser()
  const layout = useLayout()
  const shown = layout?.order.filter((card) => !layout.hidden.has(card)) ?? []
  return (
    <div className={classes.page}>
      <Breadcrumb />
      <section className={classes.welcome}>
        <div>
          <h1>{t('home.welcome', { name: user?.name || user?.username || '' })}</h1>
          <p>{t('home.today', { day: formatDay(new Date(), language) })}</p>
        </div>
        {layout && <Customize layout={layout} />}
      </section>
      {layout && shown.length === 0 && <p className={classes.none}>{words.t('allHidden')}</p>}
      <div className={classes.cards}>
        {shown.map((card) => {
          const Card = cards[card]
          return (
            <div key={card} className={wideCards.has(card) ? classes.wide : classes.half}>
              <Card />
            </div>
          )
        })}
      </div>
    </div>
  )
}
