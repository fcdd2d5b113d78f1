import { frameWords } from '@kabao/contract/app/frame.words'
import { menuWords } from '@kabao/contract/app/menu.words'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { useId } from 'react'
import { Link } from 'react-router'
import { Skeleton, translate, useSession, useWords } from '#kit'
import { useEntries } from '../menu-entries.ts'
import { linkToPage, useTabs } from '../tabs/store.ts'
import classes from './home.module.css'

/** The pages that the account may open, by section. */
export function Shortcuts() {
  const { t } = useWords(frameWords)
  const words = useWords(homeWords)
  useWords(menuWords)
  const id = useId()
  const sections = useEntries().filter((entry) => entry.children)
  const isWaiting = useSession(({ menu }) => menu === null) && sections.length === 0
  const tabs = useTabs((state) => state.tabs)
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{words.t('card.pages')}</h2>
      {isWaiting && <Skeleton />}
      {!isWaiting && sections.length === 0 && <p className={classes.none}>{t('home.none')}</p>}
      <div className={classes.groups}>
        {sections.map(({ name, title, icon: Icon, children = [] }) => (
          <div key={name}>
            <h3>
              {Icon && <Icon size={16} aria-hidden />}
              {translate(title)}
            </h3>
            <ul>
              {children.map((page) => (
                <li key={page.name}>
                  <Link {...linkToPage(tabs, page.path)}>{translate(page.title)}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
