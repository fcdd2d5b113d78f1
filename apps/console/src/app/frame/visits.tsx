import { session } from '@kabao/contract/session'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType, useRevalidator } from 'react-router'
import { readToken, useAnswer, useSession } from '#kit'
import { entryOf, nameOf } from '../client-menu.ts'
import { mayOpen } from '../guard/roles.ts'
import { useSettings } from '../settings/store.ts'
import { adopt, leaveFrame, useTabs, visit } from '../tabs/store.ts'
import { useUnsavedGuard } from '../tabs/use-unsaved-guard.ts'
import { prefetchWhenIdle } from './prefetch.ts'
import { useDemands } from './use-demands.ts'

/** Follows where the reader goes; apart from the frame, which need not be drawn anew for it. */
export function Visits() {
  useVisits()
  useTopOnNewPage()
  useOwnRoles()
  useDemands()
  useUnsavedGuard()
  return null
}

/** Every navigation that was confirmed is a visit to a tab. */
function useVisits() {
  const location = useLocation()
  const action = useNavigationType()
  const tabBar = useSettings((settings) => settings.tabBar)
  useLayoutEffect(() => visit(location, action), [location, action])
  useLayoutEffect(() => {
    if (tabBar) adopt()
  }, [tabBar])
  useEffect(() => prefetchWhenIdle(location.pathname), [location.pathname])
  useLayoutEffect(() => () => leaveFrame(readToken() !== null), [])
}

/** Every page starts at its top, also one that is returned to (docs/specification/frame.md). */
function useTopOnNewPage() {
  const active = useTabs((state) => state.active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another page that begins at its top
  useLayoutEffect(() => {
    // Not returned: browsers have begun to answer with a promise, which React would take for a clean-up.
    void window.scrollTo(0, 0)
  }, [active])
}

/**
 * Once the service has said which roles the account has, they take the place of the default, and a page that they do
 * not permit gives way.
 */
function useOwnRoles() {
  const { data } = useAnswer(session.me, { quiet: true })
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const page = entryOf(nameOf(pathname))
  const roles = useSession((state) => state.roles)
  const isRefused = page !== undefined && !mayOpen(page, roles)
  useEffect(() => {
    if (data) useSession.setState({ roles: data.roles.map(({ code }) => code) })
  }, [data])
  useEffect(() => {
    if (isRefused) void revalidate()
  }, [isRefused, revalidate])
}
