import { useScheme, useSession } from '#kit'
import { useSide } from '../frame/side-store.ts'
import { useSettings } from './store.ts'

/** All settings of the app in the form of the settings file, in the template's order (docs/specification/frame.md). */
export function settingsText(): string {
  const { colorWeak, navbar, menu, footer, themeColor, menuWidth, globalSettings, tabBar, menuFromServer } =
    useSettings.getState()
  const { isMobile, isCollapsed } = useSide.getState()
  const session = useSession.getState()
  const whole = {
    theme: useScheme.getState().scheme,
    colorWeak,
    navbar,
    menu,
    hideMenu: isMobile,
    menuCollapse: isCollapsed,
    footer,
    themeColor,
    menuWidth,
    globalSettings,
    device: isMobile ? 'mobile' : 'desktop',
    tabBar,
    menuFromServer,
    serverMenu: session.menu ?? [],
    serverPoints: [...session.points],
  }
  return JSON.stringify(whole, null, 2)
}
