import type { ComponentType } from 'react'
import { type Icon, IconUsers } from '#kit'

/** A page that this console has. What the server's menu names beside these is not shown (decision 3). */
export interface AreaPage {
  /** Route name, as in the contract's `menu.ts`. */
  name: string
  load: () => Promise<{ default: ComponentType }>
}

/** One line for each page that is built; path, order and titles follow from the name. */
export const areaPages: readonly AreaPage[] = [
  { name: 'UserList', load: () => import('../areas/user/page.tsx') },
  { name: 'UserBlackList', load: () => import('../areas/blacklist/page.tsx') },
]

/** What stands beside a section's title, and alone where the menu is collapsed. */
export const sectionIcons: Readonly<Record<string, Icon>> = {
  User: IconUsers,
}
