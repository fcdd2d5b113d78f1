import { type ContextType, useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, resolvePath, type To } from 'react-router'
import { nameOf } from '../client-menu.ts'
import { moveHidden, tabOf, useTabs } from './store.ts'

type Context = NonNullable<ContextType<typeof DataRouterContext>>
type Router = Context['router']

/**
 * The router for one page. What a page changes in its own address stays in its own tab, and a hidden page cannot lead the reader
 * away from the shown one.
 */
export function usePageRouter(id: string): Context | null {
  const whole = useContext(DataRouterContext)
  const router = whole?.router
  // Created once per router; otherwise every navigation would render every page.
  const own = useMemo(() => router && routerOf(router, id), [router, id])
  return useMemo(() => (whole && own ? { ...whole, router: own } : null), [whole, own])
}

function routerOf(router: Router, id: string): Router {
  const navigate = async (to: To | number | null, options?: { state?: unknown }) => {
    const tab = tabOf(id)
    const isShown = useTabs.getState().active === id
    if (!tab || to === null) return
    if (typeof to === 'number') return isShown ? router.navigate(to) : undefined
    const target = resolvePath(to, tab.location.pathname)
    if (nameOf(target.pathname) !== tab.name) return isShown ? router.navigate(target, options) : undefined
    const state = { ...(options?.state as object | null), tab: id }
    if (!isShown) return moveHidden(id, target, state)
    await router.navigate(target, { ...options, state })
    // Another navigation replaced this one; the change of this page's own address is still kept.
    if (nameOf(comingTo(router).pathname) !== tab.name) moveHidden(id, target, state)
  }
  return Object.create(router, { navigate: { value: navigate } }) as Router
}

const comingTo = ({ state }: Router) => state.navigation.location ?? state.location
