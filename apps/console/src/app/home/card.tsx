import { homeWords } from '@kabao/contract/statistics/home.words'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useWords } from '#kit'
import { linkToPage, useTabs } from '../tabs/store.ts'
import classes from './home.module.css'

export interface CardProps {
  title: string
  /** The path of the page that shows more; left out if the reader may not open it. */
  more?: string | undefined
  children: ReactNode
}

/** A card of the home page: its title, what it shows, and the way to the page behind it. */
export function Card({ title, more, children }: CardProps) {
  const { t } = useWords(homeWords)
  const id = useId()
  const tabs = useTabs((state) => state.tabs)
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more && (
          <Link {...linkToPage(tabs, more)} aria-label={`${t('all')} · ${title}`}>
            {t('all')}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
