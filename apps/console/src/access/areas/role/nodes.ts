import { type PermissionLevel, permissionLevels, type RoleNode } from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { type CheckNode, wordsOf } from '#kit'

/**
 * The permission tree with check boxes. A page that has permission points is a branch, and its menu entry is one of the leaves,
 * so every check box stands for exactly one permission.
 */
export function checkNodes(nodes: readonly RoleNode[]): CheckNode[] {
  const { t } = wordsOf(roleWords)
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

function leaf({ name, title, opens, isMine }: RoleNode): CheckNode {
  const { t } = wordsOf(roleWords)
  const hint = opens.length > 1 && { hint: t('tree.opens', { what: opens.join(t('tree.separator')) }) }
  return { name, title, isDisabled: !isMine, ...hint, children: [] }
}

/** The permissions of each section by what they are for, to choose them together. */
export function levelRows(sections: readonly RoleNode[]) {
  const { t } = wordsOf(roleWords)
  return sections.map(({ name, title, children }) => {
    const nodes = children.flatMap((page) => [page, ...page.children])
    const group = (level: PermissionLevel): CheckNode => ({
      name: `${name}/${level}`,
      title: t('level.of', { section: title, level: t(`level.${level}`) }),
      children: nodes.filter((node) => node.level === level).map(leaf),
    })
    return { title, cells: permissionLevels.map(group) }
  })
}

/** The tree of a role that may not be edited. */
export const fixed = (nodes: readonly RoleNode[]): RoleNode[] =>
  nodes.map((node) => ({ ...node, isMine: false, children: fixed(node.children) }))

/** The selected nodes, with the page of each added permission point, because a point is useless without its page. */
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

/** The titles of nodes, for a comparison of two selections. */
export function titlesOf(tree: readonly RoleNode[], names: readonly string[]): string[] {
  const wanted = new Set(names)
  return tree.flatMap(({ children }) =>
    children.flatMap((page) =>
      [page, ...page.children].flatMap(({ name, title }) => (wanted.delete(name) ? [title] : [])),
    ),
  )
}

/** Those of the given nodes that the current administrator holds, and so may grant. */
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
