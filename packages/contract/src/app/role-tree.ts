import type { PermissionLevel, RoleNode } from '../access/role.ts'
import type { Endpoint } from '../kernel/kernel.ts'
import { inLanguage, type Language } from '../kernel/language.ts'
import { endpoints, pointsOf } from './areas.ts'
import { type MenuPage, type MenuSection, menu } from './menu.ts'

/** The acts that give data out of the service. */
const disclosing = ['export', 'reveal', 'copy']

/** The endpoints that a permission point opens. */
const opensOf = (point: string): readonly Endpoint[] =>
  endpoints.filter((endpoint) => endpoint.point === point)

/** What a permission point is for. */
export function levelOf(point: string): PermissionLevel {
  if (disclosing.includes(point.split(':')[1] as string)) return 'disclose'
  return opensOf(point).some(({ kind }) => kind === 'write') ? 'change' : 'view'
}

/** A section is included if one of its pages is; roles do not hold sections. */
export const sections: ReadonlySet<string> = new Set(menu.map(({ name }) => name))

const bySuper = (point: string): boolean => opensOf(point).some((endpoint) => endpoint.bySuper)

/** The points of a page that a role may hold. */
const pointsOn = ({ areas }: MenuPage): string[] => areas.flatMap(pointsOf).filter((point) => !bySuper(point))

/** The pages that a role may hold: those of which it may hold a point. */
const pagesIn = ({ pages }: MenuSection): MenuPage[] => pages.filter((page) => pointsOn(page).length > 0)

/** Every page and point that a role may hold. */
export const grantable: ReadonlySet<string> = new Set(
  menu.flatMap((section) => pagesIn(section).flatMap((page) => [page.name, ...pointsOn(page)])),
)

/**
 * The tree of nodes that a role is given, derived from the menu and the endpoints of the contract.
 * @param isMine whether the caller has a node
 */
export function roleTree(language: Language, isMine: (node: string) => boolean): RoleNode[] {
  const point = (name: string): RoleNode => {
    const opens = opensOf(name).map(({ summary }) => inLanguage(summary, language))
    return {
      name,
      title: opens[0] ?? name,
      kind: 'point',
      level: levelOf(name),
      opens,
      isMine: isMine(name),
      children: [],
    }
  }
  return menu.map((section) => ({
    name: section.name,
    title: inLanguage(section.title, language),
    kind: 'section',
    level: 'view',
    opens: [],
    isMine: true,
    children: pagesIn(section).map((page) => ({
      name: page.name,
      title: inLanguage(page.title, language),
      kind: 'page',
      level: 'view',
      opens: [],
      isMine: isMine(page.name),
      children: pointsOn(page).map(point),
    })),
  }))
}

/** Every point that a personal access token may have: of endpoints that do not need the person. */
export const tokenPoints: ReadonlySet<string> = new Set(
  endpoints.flatMap(({ point, byPerson }) => (point !== null && !byPerson ? [point] : [])),
)

/**
 * The tree of points that a new token is given: those of the caller, without pages and sections that have none.
 * @param isMine whether the caller has a node
 */
export function tokenTree(language: Language, isMine: (node: string) => boolean): RoleNode[] {
  const reduced = (node: RoleNode): RoleNode[] => {
    if (node.kind === 'point') return node.isMine && tokenPoints.has(node.name) ? [node] : []
    const children = node.children.flatMap(reduced)
    return children.length > 0 ? [{ ...node, children }] : []
  }
  return roleTree(language, isMine).flatMap(reduced)
}
