import Drawing from './drawings.tsx'
import classes from './picture.module.css'

/** What a page shows in place of its content. */
export type PictureName = 'empty' | 'noMatch' | 'notFound' | 'refused' | 'broken' | 'unreached'

/** A small drawing above a text that says the same. It is there without a request, because it also shows that the service is away. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <span className={classes.picture} aria-hidden>
      <Drawing name={name} />
    </span>
  )
}
