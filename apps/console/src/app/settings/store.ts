import { create } from 'zustand'
import defaults from '../../settings.json'

/** The values of the settings drawer, held in memory only: a reload returns to the settings file (docs/specification/frame.md). */
export interface Settings {
  colorWeak: boolean
  navbar: boolean
  menu: boolean
  footer: boolean
  themeColor: string
  menuWidth: number
  /** Whether the drawer is open; the template uses this name. */
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
