import type { MenuNode } from '@kabao/contract/access/session'
import { useMemo } from 'react'
import {
  type Icon,
  IconBox,
  IconBuildingBank,
  IconChartLine,
  IconClipboardList,
  IconCoin,
  IconCreditCard,
  IconHeartHandshake,
  IconHelpCircle,
  IconHome,
  IconLink,
  IconShieldCog,
  IconSpeakerphone,
  IconUsers,
  runtimeConfig,
  useSession,
} from '#kit'
import { entryOf, isInMenu, type PageEntry, sections } from './client-menu.ts'
import { mayOpen } from './guard/roles.ts'
import { useSettings } from './settings/store.ts'

/** A menu entry: a page, an external link, or a section that opens to show its pages. */
export interface Entry extends PageEntry {
  order: number
  icon?: Icon | undefined
  children?: readonly Entry[]
}

/** Shown beside a section's title, and alone while the menu is collapsed. */
const icons: Readonly<Record<string, Icon>> = {
  Channel: IconSpeakerphone,
  Org: IconBuildingBank,
  Plan: IconClipboardList,
  Product: IconBox,
  Crm: IconHeartHandshake,
  User: IconUsers,
  Finance: IconCoin,
  Chart: IconChartLine,
  PayConfig: IconCreditCard,
  Admin: IconShieldCog,
}

const home = (): Entry[] => {
  const entry = entryOf('home')
  return entry ? [{ ...entry, order: 99, icon: IconHome }] : []
}

/** Whether an entry is an external link, which opens a browser tab of its own. */
export const isExternal = ({ path }: { path: string }): boolean => /^(https?|ftp):\/\//.test(path)

/** The two external links, if the deployment configures their addresses. */
function links(): Entry[] {
  const { designSystem, faq } = runtimeConfig().links
  const entries: Entry[] = [
    {
      name: 'arcoWebsite',
      path: designSystem,
      title: 'menu.arcoWebsite',
      order: 8,
      icon: IconLink,
      roles: ['*'],
    },
    { name: 'faq', path: faq, title: 'menu.faq', order: 9, icon: IconHelpCircle, roles: ['*'] },
  ]
  return entries.filter(isExternal)
}

/**
 * The entries of the menu: those of the console that the account's roles permit and, if the server's menu is in use, that it
 * names; then the links and home. Only the top level is sorted; ties and children keep their order (docs/specification/frame.md).
 */
export function entriesOf(
  nodes: readonly MenuNode[],
  isFromServer: boolean,
  roles: readonly string[],
): readonly Entry[] {
  const sees = (entry: PageEntry) => mayOpen(entry, roles) && (!isFromServer || isInMenu(nodes, entry.name))
  const shown = sections.flatMap((section): Entry[] => {
    const children = section.children.filter(sees).map((page): Entry => ({ ...page, order: 0 }))
    return children.length > 0 && sees(section) ? [{ ...section, icon: icons[section.name], children }] : []
  })
  return [...shown, ...links(), ...home()].toSorted((one, other) => one.order - other.order)
}

/** The current entries of the menu; follows the server's menu, the setting that turns it on, and the roles. */
export function useEntries(): readonly Entry[] {
  const nodes = useSession(({ menu }) => menu)
  const roles = useSession((session) => session.roles)
  const isFromServer = useSettings(({ menuFromServer }) => menuFromServer)
  // What stands below the server's entries waits for them.
  return useMemo(
    () => (isFromServer && !nodes ? [] : entriesOf(nodes ?? [], isFromServer, roles)),
    [nodes, isFromServer, roles],
  )
}
