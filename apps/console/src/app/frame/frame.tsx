import { frameWords } from '@kabao/contract/app/frame.words'
import { lazy, type MouseEvent, Suspense } from 'react'
import { AnswersProvider, IconMenu2, runtimeConfig, useWords } from '#kit'
import { useExpiry } from '#kit/call/expiry.ts'
import { loadChunk } from '#kit/page/chunk.ts'
import { AccountActions } from '../account/account-actions.tsx'
import { RoundButton } from '../account/round-button.tsx'
import { Palette } from '../palette/palette.tsx'
import { SettingsDrawer, SettingsOpener } from '../settings/settings-drawer.tsx'
import { setDrawer as setSettings, useSettings } from '../settings/store.ts'
import { KeptPages } from '../tabs/kept-pages.tsx'
import { TabBar } from '../tabs/tab-bar.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { DemoBanner } from './demo-banner.tsx'
import classes from './frame.module.css'
import { Navbar } from './navbar.tsx'
import { setDrawer, useSide } from './side-store.ts'
import { collapsedWidth, Sider } from './sider.tsx'
import { Visits } from './visits.tsx'

// Only a mobile device uses the drawer; other devices do not load it.
const MenuDrawer = lazy(() => loadChunk(() => import('./menu-drawer.tsx')))
const RenewDialog = lazy(() => import('../login/renew-dialog.tsx'))

/** The frame around every page: menu on the left, tabs and account on top. */
export default function FramedPages() {
  return (
    <AnswersProvider>
      <Frame />
    </AnswersProvider>
  )
}

function Frame() {
  const { t } = useWords(frameWords)
  const isMobile = useSide((side) => side.isMobile)
  const isOver = useExpiry((expiry) => expiry.isOver)
  const isCollapsed = useSide((side) => side.isCollapsed)
  const { navbar, menu, menuWidth, tabBar, footer } = useSettings()
  const width = isMobile || !menu ? 0 : isCollapsed ? collapsedWidth : menuWidth

  const opener = isMobile && (
    <RoundButton label={t('menu.open')} onClick={() => setDrawer(true)}>
      <IconMenu2 size={16} aria-hidden />
    </RoundButton>
  )
  const hasRow = tabBar || !navbar
  // There is one `header` element: the bar on top, or this row if there is no bar.
  const Row = navbar ? 'div' : 'header'
  return (
    <div
      className={classes.frame}
      data-navbar={navbar || undefined}
      data-mobile={isMobile || undefined}
      data-row={hasRow || undefined}
      style={{ paddingLeft: width }}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page; only the address stays as it is */}
      <a className={classes.skip} href="#content" onClick={skip}>
        {t('skip')}
      </a>
      {navbar && <Navbar opener={opener} />}
      <Suspense>{isMobile && <MenuDrawer />}</Suspense>
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
      <ConnectionLine />
      <Suspense>{isOver && <RenewDialog />}</Suspense>
      <SettingsOpener />
      <SettingsDrawer />
      <Palette onSettings={runtimeConfig().settings ? () => setSettings(true) : undefined} />
      <Visits />
    </div>
  )
}

/** Scrolls without a navigation, because the address belongs to the page. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
