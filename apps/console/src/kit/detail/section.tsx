import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A part of the details under a heading that is not a table of facts. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.heading}>{title}</h3>
    {children}
  </section>
)
