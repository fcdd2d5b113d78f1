import { fetchDrawings } from '#kit'

/**
 * Fetches, when the browser is idle, the pictures that a failure shows, because they cannot be fetched without a network. Pages are
 * fetched when the pointer or the focus comes to their entry in the menu.
 */
export function prefetchWhenIdle(): () => void {
  const fetch = () => void fetchDrawings()
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetch, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(fetch, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}
