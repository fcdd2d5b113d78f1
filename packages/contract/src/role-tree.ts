import { endpoints, pointsOf } from './areas.ts'
import { inLanguage, type Language, type Words } from './language.ts'
import { menu, titleKey } from './menu.ts'
import { menuWords } from './menu.words.ts'
import type { RoleNode } from './role.ts'

/** A section is included if one of its pages is; roles do not hold sections. */
export const sections: ReadonlySet<string> = new Set(menu.map(({ name }) => name))

/** Every page and point that a role may hold. */
export const grantable: ReadonlySet<string> = new Set(
  menu.flatMap(({ pages }) => pages.flatMap(({ name, areas }) => [name, ...areas.flatMap(pointsOf)])),
)

const titles: Record<string, Words> = menuWords.tree

/**
 * The tree of nodes that a role is given, derived from the menu and the endpoints of the contract.
 * @param isMine whether the caller has a node
 */
export function roleTree(language: Language, isMine: (node: string) => boolean): RoleNode[] {
  const titleOf = (section: string, page?: string) => {
    const words = titles[titleKey(section, page)]
    return words ? inLanguage(words, language) : (page ?? section)
  }
  const point = (name: string): RoleNode => {
    const opens = endpoints.flatMap((endpoint) =>
      endpoint.point === name ? [inLanguage(endpoint.summary, language)] : [],
    )
    return { name, title: opens[0] ?? name, kind: 'point', opens, isMine: isMine(name), children: [] }
  }
  return menu.map(({ name: section, pages }) => ({
    name: section,
    title: titleOf(section),
    kind: 'section',
    opens: [],
    isMine: true,
    children: pages.map(({ name, areas }) => ({
      name,
      title: titleOf(section, name),
      kind: 'page',
      opens: [],
      isMine: isMine(name),
      children: areas.flatMap(pointsOf).map(point),
    })),
  }))
}
