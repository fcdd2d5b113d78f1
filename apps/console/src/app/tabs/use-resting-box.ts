import { type RefObject, useInsertionEffect, useRef } from 'react'

/** Whether what a hidden page's box says in the style sheet (`content-visibility`) hides it. */
const mayRest = typeof CSS !== 'undefined' && CSS.supports?.('content-visibility', 'hidden')

/**
 * The box around a kept page. React hides a page with `display: none`, for which the browser forgets its whole layout
 * and works it out anew when the page comes back: most of what a switch cost. A box that skips its content hides it
 * just as well, from the eye, the keyboard and the accessibility tree, and keeps the layout; so React's way is undone.
 */
export function useRestingBox(isShown: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  // Together with React's own change of the document, before anything asks for the layout.
  useInsertionEffect(() => {
    if (isShown || !mayRest) return
    for (const page of box.current?.children ?? []) (page as HTMLElement).style.removeProperty('display')
  }, [isShown])
  return box
}
