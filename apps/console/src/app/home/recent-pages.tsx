import { frameWords } from '@kabao/contract/app/frame.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { translate, useWords } from '#kit'
import { entryOf, sectionOf } from '../client-menu.ts'
import { useEntries } from '../menu-entries.ts'
import { recentPages } from '../palette/recent.ts'
import { linkToPage, useTabs } from '../tabs/store.ts'
import classes from './home.module.css'

/** The pages that the account opened last and may still open. */
export function RecentPages() {
  const { t } = useWords(frameWords)
  const words = useWords(homeWords)
  useWords(menuWords)
  const id = useId()
  const [names, setNames] = useState<readonly string[]>([])
  // Also runs when a kept page is shown again.
  useEffect(() => setNames(recentPages()), [])
  const open = new Set(useEntries().flatMap(({ children = [] }) => children.map(({ name }) => name)))
  const tabs = useTabs((state) => state.tabs)
  const mayGo = (name: string) => name !== 'home' && (!sectionOf(name) || open.has(name))
  const pages = names.filter(mayGo).flatMap((name) => entryOf(name) ?? [])
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{words.t('card.recent')}</h2>
      {pages.length === 0 && <p className={classes.none}>{t('home.noRecent')}</p>}
      <ul>
        {pages.map(({ name, path, title }) => (
          <li key={name}>
            <Link {...linkToPage(tabs, path)}>{translate(title)}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
