import { frameWords } from '@kabao/contract/frame.words'
import { session } from '@kabao/contract/session'
import { useEffect, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AnswersProvider, IconMenu2, useAnswer, useSession, useWords } from '#kit'
import { AccountActions } from '../account/account-actions.tsx'
import { RoundButton } from '../account/round-button.tsx'
import { DemoBanner } from './demo-banner.tsx'
import classes from './frame.module.css'
import { setDrawer, useSide } from './side-store.ts'
import { collapsedWidth, MenuDrawer, menuWidth, Sider } from './sider.tsx'

/** What stands around every page: menu at the left, account at the top right. */
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
  const width = isCollapsed ? collapsedWidth : menuWidth
  useTopOnNewPage()
  useOwnRoles()

  return (
    <div className={classes.frame} style={{ paddingLeft: isMobile ? 0 : width }}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      {isMobile ? <MenuDrawer /> : <Sider width={width} />}
      <header className={classes.row}>
        {isMobile && (
          <RoundButton label={t('menu.open')} onClick={() => setDrawer(true)}>
            <IconMenu2 size={16} aria-hidden />
          </RoundButton>
        )}
        <div className={classes.actions}>
          <AccountActions />
        </div>
      </header>
      <DemoBanner />
      <main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
    </div>
  )
}

/** Every page starts at its top, also one that is returned to (behaviour reference, section 4.1). */
function useTopOnNewPage() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the address that brings a new page
  useLayoutEffect(() => {
    // Not returned: browsers have begun to answer with a promise, which React would take for a clean-up.
    void window.scrollTo(0, 0)
  }, [pathname])
}

/** Once the service has said which roles the account has, they take the place of the default. */
function useOwnRoles() {
  const { data } = useAnswer(session.me, { quiet: true })
  useEffect(() => {
    if (data) useSession.setState({ roles: data.roles.map(({ code }) => code) })
  }, [data])
}
