import { frameWords } from '@kabao/contract/app/frame.words'
import {
  Activity,
  memo,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router'
import { useShallow } from 'zustand/shallow'
import { Loader, PagePath, pageReturns, useWords } from '#kit'
import { titlesTo } from '../client-menu.ts'
import { PageBoundary } from '../fault/page-boundary.tsx'
import classes from '../pages/pages.module.css'
import { pageOf } from '../pages/registry.ts'
import { usePageRouter } from './page-router.ts'
import { keptTabs, reload, type Tab, useTabs } from './store.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Renders the shown page and, hidden, the pages that keep their state. */
export function KeptPages() {
  const tabs = useTabs(useShallow(keptTabs))
  const active = useTabs((state) => state.active)
  // All pages use the frame's own route. The router creates its context again at each navigation, which would render all pages.
  const [route] = useState(useContext(RouteContext))
  return (
    <RouteContext value={route}>
      {tabs.map((tab) => (
        <KeptPage key={`${tab.id} ${tab.version}`} tab={tab} isShown={tab.id === active} />
      ))}
    </RouteContext>
  )
}

const KeptPage = memo(function KeptPage({ tab, isShown }: { tab: Tab; isShown: boolean }) {
  const { id, name, location } = tab
  const router = usePageRouter(id)
  // A hidden page keeps its own address, so that it does not read another page's filters.
  const place = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  const Content = pageOf(name)
  return (
    <div className={classes.kept} data-resting={!isShown || undefined}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <DataRouterContext value={router}>
          <LocationContext value={place}>
            <Returning>
              <PageBoundary page={id} onRetry={() => reload(id)}>
                <Suspense fallback={<Waiting />}>
                  <PagePath value={titlesTo(name)}>
                    <Content />
                  </PagePath>
                </Suspense>
              </PageBoundary>
            </Returning>
          </LocationContext>
        </DataRouterContext>
      </Activity>
    </div>
  )
})

/** Tells the kit that a page is shown again instead of opened, and restores the scroll positions of its parts. */
function Returning({ children }: { children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const wasHere = useRef(false)
  useScrollMemory(box)
  // A page that is shown again runs its layout effects before its other effects, and those of its parts before its own.
  useLayoutEffect(() => {
    if (wasHere.current) pageReturns(true)
    wasHere.current = true
  }, [])
  useEffect(() => pageReturns(false), [])
  return <div ref={box}>{children}</div>
}

function Waiting() {
  const { t } = useWords(frameWords)
  return (
    <div className={classes.waiting} role="status" aria-label={t('loading')}>
      <Loader size="sm" aria-hidden />
    </div>
  )
}
