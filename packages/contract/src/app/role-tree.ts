import type { RoleNode } from '../access/role.ts'
import { inLanguage, type Language } from '../kernel/language.ts'
import { endpoints, pointsOf } from './areas.ts'
import { menu } from './menu.ts'

/** A section is included if one of its pages is; roles do not hold sections. */
export const sections: ReadonlySet<string> = new Set(menu.map(({ name }) => name))

/** Every page and point that a role may hold. */
export const grantable: ReadonlySet<string> = new Set(
  menu.flatMap(({ pages }) => pages.flatMap(({ name, areas }) => [name, ...areas.flatMap(pointsOf)])),
)

/**
 * The tree of nodes that a role is given, derived from the menu and the endpoints of the contract.
 * @param isMine whether the caller has a node
 */
export function roleTree(language: Language, isMine: (node: string) => boolean): RoleNode[] {
  const point = (name: string): RoleNode => {
    const opens = endpoints.flatMap((endpoint) =>
      endpoint.point === name ? [inLanguage(endpoint.summary, language)] : [],
    )
    return { name, title: opens[0] ?? name, kind: 'point', opens, isMine: isMine(name), children: [] }
  }
  return menu.map(({ name, title, pages }) => ({
    name,
    title: inLanguage(title, language),
    kind: 'section',
    opens: [],
    isMine: true,
    children: pages.map(({ name, title, areas }) => ({
      name,
      title: inLanguage(title, language),
      kind: 'page',
      opens: [],
      isMine: isMine(name),
      children: areas.flatMap(pointsOf).map(point),
    })),
  }))
}
