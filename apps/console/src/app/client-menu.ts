import type { MenuNode } from '@kabao/contract/access/session'
import { menu, pagesBeside, titleKey } from '@kabao/contract/app/menu'
import { type FullKey, nodesOf } from '#kit'

/** A page of the console with its address and its title for tab and breadcrumb. */
export interface PageEntry {
  name: string
  path: string
  title: FullKey
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
    roles: everyone,
  })),
}))

const besideTitles = [
  ['ExportCenter', 'menu.exportCenter'],
  ['ReportWatch', 'menu.reportWatch'],
  ['ChannelDetail', 'menu.channelDetail'],
  ['ChannelGuide', 'menu.guide'],
  ['ChannelRequests', 'menu.requests'],
  ['ChannelSigning', 'menu.signing'],
  ['SettlementPrint', 'menu.finance.settlement'],
  ['OrgDetail', 'menu.orgDetail'],
  ['OrgConnection', 'menu.connection'],
  ['OrgGuide', 'menu.guide'],
  ['OrgRequests', 'menu.requests'],
  ['OrgSigning', 'menu.signing'],
  ['PlanEdit', 'menu.planEdit'],
] as const satisfies readonly (readonly [string, FullKey])[]

/** Pages of the frame that belong to no area; every signed-in account may open them. */
export const framePages: readonly PageEntry[] = (
  [
    { name: 'home', path: '/home', title: 'menu.home' },
    { name: 'Info', path: '/user-center', title: 'menu.userCenter' },
    { name: 'Setting', path: '/user-settings', title: 'menu.userSettings' },
    { name: 'password', path: '/password', title: 'menu.password' },
    { name: 'secondFactor', path: '/second-factor', title: 'menu.secondFactor' },
    { name: 'message', path: '/message', title: 'menu.message' },
    { name: 'Success', path: '/result/success', title: 'menu.result.success' },
    { name: 'Error', path: '/result/error', title: 'menu.result.error' },
    { name: '403', path: '/exception/403', title: 'menu.exception.403' },
    { name: '404', path: '/exception/404', title: 'menu.exception.404' },
    { name: '500', path: '/exception/500', title: 'menu.exception.500' },
    ...besideTitles.map(([name, title]) => ({ name, path: pagesBeside[name] as string, title })),
  ] as const
).map((page) => ({ ...page, roles: everyone }))

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
