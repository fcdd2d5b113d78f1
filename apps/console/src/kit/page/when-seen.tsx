import { type ReactNode, useRef } from 'react'
import classes from './page.module.css'
import { useInSight } from './use-in-sight.ts'

/** A part below what a reader looks for first: it is shown, and asks for what it needs, once its place has come into sight. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useInSight(place, true)
  return isSeen ? children : <div ref={place} className={classes.unseen} />
}
