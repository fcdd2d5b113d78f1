import { fetchDrawings, useSession } from '#kit'
import { nameOf } from '../client-menu.ts'
import { entriesOf } from '../menu-entries.ts'
import { preload } from '../pages/registry.ts'
import { useSettings } from '../settings/store.ts'

/** Fetches the files of the pages that are likely to be opened next, when the browser is idle. */
export function prefetchWhenIdle(path: string): () => void {
  const { menu, roles } = useSession.getState()
  const name = nameOf(path)
  const near = entriesOf(menu ?? [], useSettings.getState().menuFromServer, roles).find(({ children }) =>
    children?.some((page) => page.name === name),
  )
  const next = ['home', ...(near?.children ?? []).map((page) => page.name)]
  const fetchAll = () => {
    next.filter((page) => page !== name).forEach(preload)
    void fetchDrawings()
  }
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(fetchAll, { timeout: 5000 })
  return () => cancelIdleCallback(idle)
}
