import { type ComponentPropsWithRef, type MouseEvent, useContext } from 'react'
import { createPath, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * A link to an absolute address of the console, or with a `target` to an external one. The router's own link may be relative, so
 * it renders at every navigation; for the many links of the menu that was a large part of a navigation's cost.
 */
export function SteadyLink({ to, state, onClick, ...others }: SteadyLinkProps) {
  const whole = useContext(DataRouterContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!whole || others.target || event.defaultPrevented || !isPlain(event)) return
    event.preventDefault()
    const { router } = whole
    // As with any link, choosing the current address adds no history entry.
    void router.navigate(to, { state, replace: createPath(router.state.location) === to })
  }
  return (
    <a {...others} href={others.target ? to : whole?.navigator.createHref(to)} onClick={follow}>
      {others.children}
    </a>
  )
}

type SteadyLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { to: string; state?: object }

/** With these keys and buttons the browser itself opens another tab or window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
