import { createContext, Fragment, useContext } from 'react'
import { IconLayoutGrid } from '../icons.ts'
import { type FullKey, translate, useLanguage } from '../words/words.ts'
import classes from './page.module.css'

/** The titles on the way to the page, from its section on; the frame gives them to each page. */
export const PagePath = createContext<readonly FullKey[]>([])

/**
 * The path of the page: an icon of four squares, then one text per key (docs/specification/other-pages.md).
 * @param props.keys only for a page below another one, whose path the menu does not have
 */
export function Breadcrumb({ keys: own }: { keys?: readonly FullKey[] | undefined }) {
  useLanguage()
  const ofMenu = useContext(PagePath)
  const keys = own ?? ofMenu
  return (
    <ol className={classes.breadcrumb}>
      <li>
        <IconLayoutGrid size={16} aria-hidden />
      </li>
      {keys.map((key, index) => (
        <Fragment key={key}>
          <li aria-hidden className={classes.slash}>
            /
          </li>
          <li aria-current={index === keys.length - 1 ? 'page' : undefined}>{translate(key)}</li>
        </Fragment>
      ))}
    </ol>
  )
}
