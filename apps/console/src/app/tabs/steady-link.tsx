import { type ComponentPropsWithRef, type MouseEvent, useContext } from 'react'
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * A link to a whole address of the console, or, with a target of its own, out of it. The router's own link is drawn again at every navigation, as it may be
 * relative to where the reader is; of the menu's many that was a good part of what a navigation cost.
 */
export function SteadyLink({ to, state, onClick, ...others }: SteadyLinkProps) {
  const whole = useContext(DataRouterContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!whole || others.target || event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    const { router } = whole
    // As with any link, choosing the present address makes no new entry of the history.
    void router.navigate(to, { state, replace: createPath(router.state.location) === to })
  }
  return (
    <a {...others} href={others.target ? to : whole?.navigator.createHref(to)} onClick={follow}>
      {others.children}
    </a>
  )
}

type SteadyLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; state?: object }

/** The browser answers the others itself, with another tab or window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
