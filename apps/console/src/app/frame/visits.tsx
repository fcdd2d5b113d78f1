import { session } from '@kabao/contract/access/session'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType, useRevalidator } from 'react-router'
import { readToken, useAnswer, useSession } from '#kit'
import { entryOf, nameOf } from '../client-menu.ts'
import { isRefused as isPageRefused } from '../guard/guard.ts'
import { mayOpen } from '../guard/roles.ts'
import { useSettings } from '../settings/store.ts'
import { adopt, leaveFrame, restoreTabs, useTabs, visit } from '../tabs/store.ts'
import { useUnsavedGuard } from '../tabs/use-unsaved-guard.ts'
import { useRequiredSteps } from './use-required-steps.ts'

/** Follows the navigations. It is a component of its own so that the frame does not render at each navigation. */
export function Visits() {
  useVisits()
  useTopOnNewPage()
  useOwnRoles()
  useRequiredSteps()
  useUnsavedGuard()
  return null
}

/** Every completed navigation is a visit to a tab. */
function useVisits() {
  const location = useLocation()
  const action = useNavigationType()
  const tabBar = useSettings((settings) => settings.tabBar)
  const { menuFromServer } = useSettings.getState()
  const isMenuKnown = useSession(({ menu }) => menu !== null) || !menuFromServer
  useLayoutEffect(() => {
    if (isMenuKnown) restoreTabs((name) => !isPageRefused(name))
  }, [isMenuKnown])
  useLayoutEffect(() => visit(location, action), [location, action])
  useLayoutEffect(() => {
    if (tabBar) adopt()
  }, [tabBar])
  useLayoutEffect(() => () => leaveFrame(readToken() !== null), [])
}

/** Every page starts at its top, also when the reader returns to it (docs/specification/frame.md). */
function useTopOnNewPage() {
  const active = useTabs((state) => state.active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(() => {
    // No return value: newer browsers return a promise, which React would take for a cleanup function.
    void window.scrollTo(0, 0)
  }, [active])
}

/**
 * As soon as the service has answered with the account's roles, they replace the default role. If they do not permit the current
 * page, the guard leads away from it.
 */
function useOwnRoles() {
  const { data } = useAnswer(session.me)
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
