import { useSession } from '#kit'
import { isInMenu, nameOf, sectionOf } from '../client-menu.ts'
import { preload } from '../pages/registry.ts'

/** Fetches the files of the pages that are likely next, once the browser has nothing else to do. */
export function prefetchWhenIdle(path: string): () => void {
  const { menu } = useSession.getState()
  const name = nameOf(path)
  const near = sectionOf(name)?.children ?? []
  const next = ['home', ...near.map((page) => page.name).filter((page) => isInMenu(menu ?? [], page))]
  const fetchAll = () => next.filter((page) => page !== name).forEach(preload)
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(fetchAll, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}
