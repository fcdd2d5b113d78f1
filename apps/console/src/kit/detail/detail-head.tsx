import type { ReactNode } from 'react'
import classes from './detail-head.module.css'

/** The head of a detail panel: the name of the record, its state and its actions. */
export function DetailHead({
  name,
  actions,
  children,
}: {
  name: string
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes.top}>
      <h2 className={classes.name}>{name}</h2>
      {children}
      {actions && <span className={classes.actions}>{actions}</span>}
    </div>
  )
}
