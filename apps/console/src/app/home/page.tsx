import { frameWords } from '@kabao/contract/frame.words'
import { menuWords } from '@kabao/contract/menu.words'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { Breadcrumb, IconChevronRight, readUser, Skeleton, translate, useSession, useWords } from '#kit'
import { useEntries } from '../menu-entries.ts'
import { linkToPage, useTabs } from '../tabs/store.ts'
import classes from './home.module.css'

/** Where a day begins: the pages that are open to this account. */
export default function HomePage() {
  const { t } = useWords(frameWords)
  useWords(menuWords)
  const nodes = useSession(({ menu }) => menu)
  const entries = useEntries()
  const tabs = useTabs((state) => state.tabs)
  const sections = useMemo(() => entries.filter((entry) => entry.children), [entries])
  const user = readUser()
  return (
    <div className={classes.page}>
      <Breadcrumb keys={['menu.home']} />
      <section className={classes.welcome}>
        <h1>{t('home.welcome', { name: user?.name || user?.username || '' })}</h1>
        <p>{t('home.lead')}</p>
      </section>
      <section className={classes.panel} aria-label={t('home.pages')}>
        {nodes === null && <Skeleton height={72} />}
        {nodes !== null && sections.length === 0 && <p className={classes.none}>{t('home.none')}</p>}
        {sections.map(({ name, title, icon: Icon, children = [] }) => (
          <div key={name} className={classes.group}>
            <h2>
              {Icon && <Icon size={18} aria-hidden />}
              {translate(title)}
            </h2>
            <ul>
              {children.map((page) => (
                <li key={page.name}>
                  <Link {...linkToPage(tabs, page.path)}>
                    {translate(page.title)}
                    <IconChevronRight size={16} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </div>
  )
}
