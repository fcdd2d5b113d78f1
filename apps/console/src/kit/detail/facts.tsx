import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names and values under a heading. */
export const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={classes.heading}>{title}</h3>
    <dl className={classes.facts}>{children}</dl>
  </section>
)

/** What React shows as nothing. */
const empty: ReactNode[] = [null, undefined, false, '']

/** One name and its value; a dash if there is no value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{empty.includes(children) ? '–' : children}</dd>
  </div>
)
