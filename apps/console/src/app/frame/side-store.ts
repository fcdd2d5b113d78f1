import { create } from 'zustand'
import defaults from '../../settings.json'
import { sectionOf } from '../client-menu.ts'

/**
 * In pixels. The sider collapses below this width; at `mobile` and below, a drawer replaces it. Source:
 * docs/specification/frame.md.
 */
const wide = window.matchMedia('(min-width: 1200px)')
const mobile = window.matchMedia('(max-width: 992px)')

interface Side {
  isMobile: boolean
  isCollapsed: boolean
  /** The drawer that holds the menu on a mobile device. */
  isDrawerOpen: boolean
  /** The sections that are open; opening one closes no other. */
  open: ReadonlySet<string>
}

export const useSide = create<Side>(() => ({
  isMobile: mobile.matches,
  isCollapsed: defaults.menuCollapse,
  isDrawerOpen: false,
  open: new Set(),
}))

// The sider changes only when the width crosses the breakpoint; a first visit at 1100 px begins expanded.
wide.addEventListener('change', () => useSide.setState({ isCollapsed: !wide.matches }))
mobile.addEventListener('change', () => useSide.setState({ isMobile: mobile.matches, isDrawerOpen: false }))

export const setDrawer = (isDrawerOpen: boolean): void => useSide.setState({ isDrawerOpen })
export const toggleCollapsed = (): void =>
  useSide.setState(({ isCollapsed }) => ({ isCollapsed: !isCollapsed }))

export function toggleSection(name: string): void {
  useSide.setState(({ open }) => {
    const next = new Set(open)
    if (!next.delete(name)) next.add(name)
    return { open: next }
  })
}

/** Opens the section that holds a page. */
export function openSectionOf(page: string): void {
  const section = sectionOf(page)
  if (!section || useSide.getState().open.has(section.name)) return
  useSide.setState(({ open }) => ({ open: new Set(open).add(section.name) }))
}
