import type { MenuNode } from '@kabao/contract/session'
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

/** A menu entry: a page, a link out of the console, or a section that opens to show its pages. */
export interface Entry extends PageEntry {
  order: number
  icon?: Icon | undefined
  children?: readonly Entry[]
}

/** What stands beside a section's title, and alone where the menu is collapsed. */
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

/** Whether an entry leads out of the console, into a browser tab of its own. */
export const isExternal = ({ path }: { path: string }): boolean => /^(https?|ftp):\/\//.test(path)

/** The two external links, where the deployment names their addresses. */
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
 * What the menu shows: the console's own entries that the server names (all of them, where the menu is not the
 * server's) and the account's roles permit, the links, and home. Only the root is sorted;
 * ties and children keep their order (docs/specification/frame.md).
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

/** What the menu shows now; follows the server's menu, its switch in the settings, and the roles. */
export function useEntries(): readonly Entry[] {
  const nodes = useSession(({ menu }) => menu)
  const roles = useSession((session) => session.roles)
  const isFromServer = useSettings(({ menuFromServer }) => menuFromServer)
  return useMemo(() => entriesOf(nodes ?? [], isFromServer, roles), [nodes, isFromServer, roles])
}
