import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { type ComponentProps, useId } from 'react'
import { Can, RevealButton } from '#kit'
import classes from './reveal-contact.module.css'

type RevealContactProps<E extends Endpoint> = Omit<ComponentProps<typeof RevealButton<E>>, 'describedBy'> & {
  /** What showing it leaves behind. */
  hint: string
}

/** The button that shows a masked contact. */
export function RevealContact<E extends Endpoint>({ hint, ...button }: RevealContactProps<E>) {
  const id = useId()
  return (
    <div className={classes.reveal}>
      <RevealButton {...button} describedBy={id} />
      <Can use={button.use}>
        <span id={id} className={classes.hint}>
          {hint}
        </span>
      </Can>
    </div>
  )
}
