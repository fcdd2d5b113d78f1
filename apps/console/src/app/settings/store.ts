import { create } from 'zustand'
import defaults from '../../settings.json'

/** What the settings drawer changes: held in memory only, so a reload brings the settings file back (docs/specification/frame.md). */
export interface Settings {
  colorWeak: boolean
  navbar: boolean
  menu: boolean
  footer: boolean
  themeColor: string
  menuWidth: number
  /** Whether the drawer is open; the name is the template's. */
  globalSettings: boolean
  tabBar: boolean
  menuFromServer: boolean
}

const { colorWeak, navbar, menu, footer, themeColor, menuWidth, tabBar, menuFromServer } = defaults

export const fromFile: Settings = {
  colorWeak,
  navbar,
  menu,
  footer,
  themeColor,
  menuWidth,
  globalSettings: false,
  tabBar,
  menuFromServer,
}

export const useSettings = create<Settings>(() => fromFile)

export const change = (part: Partial<Settings>): void => useSettings.setState(part)
export const setDrawer = (globalSettings: boolean): void => change({ globalSettings })
