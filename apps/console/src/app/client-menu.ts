import { menu } from '@kabao/contract/menu'
import type { MenuNode } from '@kabao/contract/session'
import { type FullKey, type Icon, IconHome, IconLayoutGrid, nodesOf } from '#kit'
import { areaPages, sectionIcons } from './areas.ts'

/** A menu entry: a page, or a section that opens to show its pages. */
export interface Entry {
  name: string
  path: string
  title: FullKey
  order: number
  icon?: Icon
  children?: readonly Entry[]
}

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** `User` → `menu.user`, `UserBlackList` → `menu.user.blackList`. A test reads every title. */
export const titleOf = (section: string, page?: string): FullKey =>
  `menu.${lower(section)}${page === undefined ? '' : `.${lower(page.slice(section.length))}`}` as FullKey

const home: Entry = { name: 'home', path: '/home', title: 'menu.home', order: 99, icon: IconHome }
const isBuilt = (name: string) => areaPages.some((page) => page.name === name)

/** The sections of this console with the pages that are built. */
export const sections: readonly (Entry & { children: readonly Entry[] })[] = menu.flatMap(
  ({ name, path, order, pages }) => {
    const children = pages
      .filter((page) => isBuilt(page.name))
      .map(
        (page): Entry => ({
          name: page.name,
          path: `${path}/${page.path}`,
          title: titleOf(name, page.name),
          order: 0,
        }),
      )
    return children.length === 0
      ? []
      : [{ name, path, title: titleOf(name), order, icon: sectionIcons[name] ?? IconLayoutGrid, children }]
  },
)

/** Pages of the frame that belong to no area. */
const framePages = { home: '/home', password: '/password' } as const

const paths: ReadonlyMap<string, string> = new Map([
  ...Object.entries(framePages),
  ...sections.flatMap((section) =>
    [section, ...section.children].map(({ name, path }): [string, string] => [name, path]),
  ),
])
const names: ReadonlyMap<string, string> = new Map([...paths].map(([name, path]) => [path, name]))

/** The path of a route name; undefined where this console has no such page. */
export const pathOf = (name: string): string | undefined => paths.get(name)

/** The route name of a path. */
export const nameOf = (path: string): string =>
  names.get(path.length > 1 ? path.replace(/\/+$/, '') : path) ?? 'notFound'

/** Whether the server's menu holds a page or section; permission points are none. */
export const isInMenu = (nodes: readonly MenuNode[], name: string): boolean =>
  nodesOf(nodes).some((node) => node.type === 1 && node.name === name)

/**
 * What the menu shows: the console's own entries that the server names, and home.
 * Only the root is sorted; ties and children keep their order (behaviour reference, section 6.2).
 */
export function entriesOf(nodes: readonly MenuNode[]): readonly Entry[] {
  const shown = sections.flatMap((section): Entry[] => {
    const children = section.children.filter((page) => isInMenu(nodes, page.name))
    return children.length > 0 && isInMenu(nodes, section.name) ? [{ ...section, children }] : []
  })
  return [...shown, home].toSorted((one, other) => one.order - other.order)
}
