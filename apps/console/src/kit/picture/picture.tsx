import { type ComponentType, lazy, Suspense } from 'react'
import classes from './picture.module.css'

/** What a page shows in place of its content. */
export type PictureName = 'empty' | 'noMatch' | 'notFound' | 'refused' | 'broken' | 'unreached'

/** Fetches the drawings ahead of time: while the service is away, they cannot be fetched. */
export const fetchDrawings = (): Promise<{ default: ComponentType<{ name: PictureName }> }> =>
  import('./drawings.tsx').catch(() => ({ default: () => null }))
const Drawing = lazy(fetchDrawings)

/** A small drawing above a text that says the same; it is no part of the first download. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <span className={classes.picture} aria-hidden>
      <Suspense>
        <Drawing name={name} />
      </Suspense>
    </span>
  )
}
