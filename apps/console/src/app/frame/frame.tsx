import { frameWords } from '@kabao/contract/frame.words'
import { session } from '@kabao/contract/session'
import { type MouseEvent, useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType, useRevalidator } from 'react-router'
import { AnswersProvider, IconMenu2, readToken, runtimeConfig, useAnswer, useSession, useWords } from '#kit'
import { AccountActions } from '../account/account-actions.tsx'
import { RoundButton } from '../account/round-button.tsx'
import { entryOf, nameOf } from '../client-menu.ts'
import { mayOpen } from '../guard/roles.ts'
import { Palette } from '../palette/palette.tsx'
import { SettingsDrawer, SettingsOpener } from '../settings/settings-drawer.tsx'
import { setDrawer as setSettings, useSettings } from '../settings/store.ts'
import { KeptPages } from '../tabs/kept-pages.tsx'
import { adopt, leaveFrame, useTabs, visit } from '../tabs/store.ts'
import { TabBar } from '../tabs/tab-bar.tsx'
import { useUnsavedGuard } from '../tabs/use-unsaved-guard.ts'
import { DemoBanner } from './demo-banner.tsx'
import classes from './frame.module.css'
import { Navbar } from './navbar.tsx'
import { prefetchWhenIdle } from './prefetch.ts'
import { setDrawer, useSide } from './side-store.ts'
import { collapsedWidth, MenuDrawer, Sider } from './sider.tsx'

/** What stands around every page: menu at the left, tabs and account on top. */
export default function FramedPages() {
  return (
    <AnswersProvider>
      <Frame />
    </AnswersProvider>
  )
}

function Frame() {
  const { t } = useWords(frameWords)
  const { isMobile, isCollapsed } = useSide()
  const { navbar, menu, menuWidth, tabBar, footer } = useSettings()
  const width = isMobile || !menu ? 0 : isCollapsed ? collapsedWidth : menuWidth
  useVisits()
  useTopOnNewPage()
  useOwnRoles()
  useUnsavedGuard()

  const opener = isMobile && (
    <RoundButton label={t('menu.open')} onClick={() => setDrawer(true)}>
      <IconMenu2 size={16} aria-hidden />
    </RoundButton>
  )
  const hasRow = tabBar || !navbar
  // One banner, whichever is on top.
  const Row = navbar ? 'div' : 'header'
  return (
    <div
      className={classes.frame}
      data-navbar={navbar || undefined}
      data-mobile={isMobile || undefined}
      style={{ paddingLeft: width }}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page; only the address stays as it is */}
      <a className={classes.skip} href="#content" onClick={skip}>
        {t('skip')}
      </a>
      {navbar && <Navbar opener={opener} />}
      {isMobile && <MenuDrawer />}
      {!isMobile && menu && <Sider width={width} />}
      {hasRow && (
        <Row className={classes.row} data-slim={navbar || undefined}>
          {!navbar && opener}
          {tabBar && <TabBar />}
          {!navbar && (
            <div className={classes.actions}>
              <AccountActions />
            </div>
          )}
        </Row>
      )}
      <DemoBanner />
      <main id="content" tabIndex={-1} className={classes.content}>
        <KeptPages />
      </main>
      {footer && <footer className={classes.footer}>{t('brand')}</footer>}
      <SettingsOpener />
      <SettingsDrawer />
      <Palette onSettings={runtimeConfig().settings ? () => setSettings(true) : undefined} />
    </div>
  )
}

/** Without a navigation: the address of the page is its own. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
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

/** Every page starts at its top, also one that is returned to (behaviour reference, section 4.1). */
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
