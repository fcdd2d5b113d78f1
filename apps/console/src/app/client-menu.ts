import type { MenuNode } from '@kabao/contract/access/session'
import { menu, pagesBeside, titleKey } from '@kabao/contract/app/menu'
import { type FullKey, nodesOf } from '#kit'

/** A page of the console with its address and its title for tab and breadcrumb. */
export interface PageEntry {
  name: string
  path: string
  title: FullKey
  /** The title of the entry of the side menu that stands for this page and others. */
  entry?: FullKey | undefined
  /** The roles that may open it; `*` means every signed-in account. */
  roles: readonly string[]
}
export interface SectionEntry extends PageEntry {
  order: number
  children: readonly PageEntry[]
}

/** The roles of every page of this product: the server's menu decides, not a role (docs/specification/permissions.md). */
const everyone: readonly string[] = ['*']

/** `User` → `menu.user`, `UserBlackList` → `menu.user.blackList`. A test checks every title. */
export const titleOf = (section: string, page?: string): FullKey => `menu.${titleKey(section, page)}`

/** The sections of this console with their pages, in the contract's order. */
export const sections: readonly SectionEntry[] = menu.map(({ name, path, order, pages }) => ({
  name,
  path,
  order,
  title: titleOf(name),
  roles: everyone,
  children: pages.map((page) => ({
    name: page.name,
    path: `${path}/${page.path}`,
    title: titleOf(name, page.name),
    entry: page.entry && `menu.${page.entry}`,
    roles: everyone,
  })),
}))

/** Of a page whose title is not that of its path. */
const titles: Readonly<Record<string, FullKey>> = {
  ChannelGuide: 'menu.guide',
  ChannelRequests: 'menu.requests',
  ChannelSigning: 'menu.signing',
  SettlementPrint: 'menu.finance.settlement',
  OrgGuide: 'menu.guide',
  OrgRequests: 'menu.requests',
  OrgSigning: 'menu.signing',
}

/** `/user-center` → `menu.userCenter`, `/plan/edit` → `menu.plan.edit`. A test checks every title. */
const titleAt = (path: string) =>
  `menu${path.replaceAll('/', '.').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}` as FullKey

/** Pages of the frame that belong to no area; every signed-in account may open them. */
export const framePages: readonly PageEntry[] = Object.entries({
  home: '/home',
  Info: '/user-center',
  Setting: '/user-settings',
  password: '/password',
  secondFactor: '/second-factor',
  message: '/message',
  ...pagesBeside,
  Success: '/result/success',
  Error: '/result/error',
  '403': '/exception/403',
  '404': '/exception/404',
  '500': '/exception/500',
}).map(([name, path]) => ({ name, path, title: titles[name] ?? titleAt(path), roles: everyone }))

/** Every page that the frame shows. */
export const pages: readonly PageEntry[] = [...framePages, ...sections.flatMap(({ children }) => children)]

const all = [...sections, ...pages]
const byName: ReadonlyMap<string, PageEntry> = new Map(all.map((entry) => [entry.name, entry]))
const names: ReadonlyMap<string, string> = new Map(all.map(({ name, path }) => [path, name]))

/** The page or section of a route name. */
export const entryOf = (name: string): PageEntry | undefined => byName.get(name)

/** The path of a route name; undefined if this console has no such page. */
export const pathOf = (name: string): string | undefined => byName.get(name)?.path

/** The route name of a path. */
export const nameOf = (path: string): string =>
  names.get(path.length > 1 ? path.replace(/\/+$/, '') : path) ?? 'notFound'

/** The section that a page belongs to. */
export const sectionOf = (page: string): SectionEntry | undefined =>
  sections.find(({ children }) => children.some((child) => child.name === page))

/** The titles of the page's section, if it has one, and of the page. */
export const titlesTo = (page: string): readonly FullKey[] => paths.get(page) ?? []
const paths = new Map<string, readonly FullKey[]>()
for (const { name, title } of framePages) paths.set(name, [title])
for (const section of sections)
  for (const { name, title } of section.children) paths.set(name, [section.title, title])

/** Whether the server's menu holds a page or section of this name; permission points do not count. */
export const isInMenu = (nodes: readonly MenuNode[], name: string): boolean =>
  nodesOf(nodes).some((node) => node.type === 1 && node.name === name)
