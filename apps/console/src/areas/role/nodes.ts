import type { RoleNode } from '@kabao/contract/role'
import { roleWords } from '@kabao/contract/role.words'
import { type CheckNode, wordsOf } from '#kit'

/**
 * The tree as it is ticked: a page that has points is a branch, and being in the menu is one of its leaves, so that every tick
 * says what it does.
 */
export function checkNodes(nodes: readonly RoleNode[]): CheckNode[] {
  const { t } = wordsOf(roleWords)
  const leaf = ({ name, title, opens, isMine }: RoleNode): CheckNode => ({
    name,
    title,
    isDisabled: !isMine,
    ...(opens.length > 1 && { hint: t('tree.opens', { what: opens.join(t('tree.separator')) }) }),
    children: [],
  })
  const page = (node: RoleNode): CheckNode =>
    node.children.length === 0
      ? leaf(node)
      : {
          name: `${node.name}/`,
          title: node.title,
          children: [{ ...leaf(node), title: t('tree.enter') }, ...node.children.map(leaf)],
        }
  return nodes.map(({ name, title, children }) => ({ name: `${name}/`, title, children: children.map(page) }))
}

/** The tree of a role whose nodes nobody changes. */
export const fixed = (nodes: readonly RoleNode[]): RoleNode[] =>
  nodes.map((node) => ({ ...node, isMine: false, children: fixed(node.children) }))

/** What is chosen, and the pages of points that were added: nobody comes to a point whose page he does not see. */
export function withPages(
  tree: readonly RoleNode[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const had = new Set(before)
  const has = new Set(after)
  for (const page of tree.flatMap((section) => section.children)) {
    const isNew = page.children.some(({ name }) => has.has(name) && !had.has(name))
    const stays = !had.has(page.name) || has.has(page.name)
    if (isNew && page.isMine && stays) has.add(page.name)
  }
  return [...has]
}

/** The titles of nodes, for who compares two choices. */
export function titlesOf(tree: readonly RoleNode[], names: readonly string[]): string[] {
  const wanted = new Set(names)
  return tree.flatMap(({ children }) =>
    children.flatMap((page) =>
      [page, ...page.children].flatMap(({ name, title }) => (wanted.delete(name) ? [title] : [])),
    ),
  )
}

/** Those of these nodes that the reader holds, which are all that he can grant. */
export function ownOf(tree: readonly RoleNode[], names: readonly string[]): string[] {
  const own = new Set(
    tree.flatMap(({ children }) =>
      children.flatMap((page) =>
        [page, ...page.children].flatMap(({ name, isMine }) => (isMine ? name : [])),
      ),
    ),
  )
  return names.filter((name) => own.has(name)).toSorted()
}
