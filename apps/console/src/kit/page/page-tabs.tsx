import { Link } from 'react-router'
import { useRightsKnown } from '../session/session.ts'
import classes from './page-tabs.module.css'

/** One of the lists of a page. */
interface PageTab {
  title: string
  /** The address of the list, without the filters of another one: `?tab=plans`. */
  to: string
  isShown: boolean
}

/**
 * The lists of a page as links, of which one is shown; nothing if there is only one. Which of them the reader may see is not known before the
 * menu is: until then they keep the room of `expected`, so that what is below does not move.
 * @param label the title of the page
 * @param expected the titles of all that there can be; not needed if each reader sees all of them
 */
export function PageTabs({
  label,
  tabs,
  expected = [],
}: {
  label: string
  tabs: readonly PageTab[]
  expected?: readonly string[]
}) {
  const isKnown = useRightsKnown()
  if (tabs.length < 2)
    return isKnown ? null : (
      <div className={classes.tabs} data-expected>
        <Room titles={expected} />
      </div>
    )
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ title, to, isShown }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={isShown ? 'page' : undefined}>
          {title}
        </Link>
      ))}
      {!isKnown && <Room titles={expected.filter((title) => !tabs.some((tab) => tab.title === title))} />}
    </nav>
  )
}

/** The room of tabs, without them. */
const Room = ({ titles }: { titles: readonly string[] }) =>
  titles.map((title) => (
    <span key={title} className={classes.tab} data-expected>
      {title}
    </span>
  ))
