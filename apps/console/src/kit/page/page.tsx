import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { FullKey } from '../words/words.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import classes from './page.module.css'
import { PageToolsContext } from './page-tools.ts'

/**
 * A page of an area: breadcrumb and actions on top, the title as the heading. The page of a list has all of these and the tools
 * of the list on one line, and fills the window; only the rows scroll.
 */
export function Page({ breadcrumb, title, actions, isLong = false, children }: PageProps) {
  const [isList, setIsList] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const beList = useCallback(() => setIsList(true), [])
  const tools = useMemo(() => (isLong ? null : { slot, beList }), [isLong, slot, beList])
  const acts = actions && <div className={classes.actions}>{actions}</div>
  return (
    <div className={classes.page} data-list={isList || undefined}>
      <div className={classes.top}>
        <Breadcrumb keys={breadcrumb} />
        {isList && (
          <>
            {/* The last part of the breadcrumb shows the title. */}
            <h1 className={classes.heard}>{title}</h1>
            <div ref={setSlot} className={classes.tools} />
            {acts}
          </>
        )}
      </div>
      <section className={classes.panel}>
        {!isList && (
          <header className={classes.header}>
            <h1 className={classes.title}>{title}</h1>
            {acts}
          </header>
        )}
        <PageToolsContext value={tools}>{children}</PageToolsContext>
      </section>
    </div>
  )
}

export interface PageProps {
  /** Only for a page below another one; otherwise the menu says it. */
  breadcrumb?: readonly FullKey[]
  title: string
  actions?: ReactNode
  /** Its lists are parts of a longer page, which scrolls as a whole. */
  isLong?: boolean
  children: ReactNode
}
