import type { ReactNode } from 'react'
import type { FullKey } from '../words/words.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import classes from './page.module.css'

/** A page of an area: breadcrumb and actions on top, the title as the heading. */
export function Page({ breadcrumb, title, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <Breadcrumb keys={breadcrumb} />
      <section className={classes.panel}>
        <header className={classes.header}>
          <h1 className={classes.title}>{title}</h1>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
      </section>
    </div>
  )
}

export interface PageProps {
  breadcrumb: readonly FullKey[]
  title: string
  actions?: ReactNode
  children: ReactNode
}
