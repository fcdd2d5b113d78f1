import { useState } from 'react'

/**
 * Keeps a list as it is while the pointer or the focus is in it, so that what is read anew does not move what somebody is about to
 * click.
 * @returns what to show, and the handlers of the element around it
 */
export function useHeld<T>(newest: T | undefined) {
  const [held, setHeld] = useState<T>()
  const hold = () => setHeld((kept) => kept ?? newest)
  const letGo = () => setHeld(undefined)
  return {
    shown: held ?? newest,
    handlers: { onPointerEnter: hold, onPointerLeave: letGo, onFocus: hold, onBlur: letGo },
  }
}
