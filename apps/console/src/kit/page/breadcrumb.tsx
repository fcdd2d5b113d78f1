import { Fragment } from 'react'
import { IconLayoutGrid } from '../icons.ts'
import { type FullKey, translate, useLanguage } from '../words/words.ts'
import classes from './page.module.css'

/** The path of the page: an icon of four squares, then one text per key (docs/specification/other-pages.md). */
export function Breadcrumb({ keys }: { keys: readonly FullKey[] }) {
  useLanguage()
  return (
    <ol className={classes.breadcrumb}>
      <li>
        <IconLayoutGrid size={16} aria-hidden />
      </li>
      {keys.map((key, at) => (
        <Fragment key={key}>
          <li aria-hidden className={classes.slash}>
            /
          </li>
          <li aria-current={at === keys.length - 1 ? 'page' : undefined}>{translate(key)}</li>
        </Fragment>
      ))}
    </ol>
  )
}
