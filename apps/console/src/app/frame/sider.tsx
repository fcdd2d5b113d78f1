import { frameWords } from '@kabao/contract/app/frame.words'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, UnstyledButton, useWords } from '#kit'
import { Logo } from '../account/logo.tsx'
import { useSettings } from '../settings/store.ts'
import classes from './frame.module.css'
import { SideMenu } from './side-menu.tsx'
import { toggleCollapsed, useSide } from './side-store.ts'

/** Source: docs/specification/frame.md. */
export const collapsedWidth = 48

/** The menu at the left edge, in full height. */
export function Sider({ width }: { width: number }) {
  const { t } = useWords(frameWords)
  const isCollapsed = useSide((side) => side.isCollapsed)
  const hasNavbar = useSettings(({ navbar }) => navbar)
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = t(isCollapsed ? 'menu.expand' : 'menu.collapse')
  return (
    <aside className={classes.sider} data-navbar={hasNavbar || undefined} style={{ width }}>
      {!hasNavbar && <Brand isShort={isCollapsed} />}
      <SideMenu isCollapsed={isCollapsed} />
      <UnstyledButton className={classes.collapse} aria-label={label} title={label} onClick={toggleCollapsed}>
        <Icon size={16} aria-hidden />
      </UnstyledButton>
    </aside>
  )
}

/** The product's logo, and its name if there is room. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  const { t } = useWords(frameWords)
  return (
    <div className={classes.brand}>
      <Logo size={24} />
      {!isShort && <span>{t('title')}</span>}
    </div>
  )
}
