import { Link } from 'react-router'
import classes from './page-tabs.module.css'

/** One of the lists of a page. */
interface PageTab {
  title: string
  /** The address of the list, without the filters of another one: `?tab=plans`. */
  to: string
  isShown: boolean
}

/** The lists of a page as links, of which one is shown; nothing if there is only one. @param label the title of the page */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  if (tabs.length < 2) return null
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ title, to, isShown }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={isShown ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
