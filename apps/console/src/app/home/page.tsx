import { frameWords } from '@kabao/contract/frame.words'
import { Breadcrumb, formatDay, readUser, useWords } from '#kit'
import classes from './home.module.css'
import { RecentPages } from './recent-pages.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { UnreadMessages } from './unread-messages.tsx'
import { Waiting } from './waiting.tsx'

/** The home page: what waits for the reader, unread messages, recent pages, and every page that the account may open. */
export default function HomePage() {
  const { t, language } = useWords(frameWords)
  const user = readUser()
  return (
    <div className={classes.page}>
      <Breadcrumb keys={['menu.home']} />
      <section className={classes.welcome}>
        <h1>{t('home.welcome', { name: user?.name || user?.username || '' })}</h1>
        <p>{t('home.today', { day: formatDay(new Date(), language) })}</p>
      </section>
      <div className={classes.columns}>
        <div className={classes.main}>
          <Waiting />
          <Shortcuts />
        </div>
        <div className={classes.side}>
          <UnreadMessages />
          <RecentPages />
        </div>
      </div>
    </div>
  )
}
