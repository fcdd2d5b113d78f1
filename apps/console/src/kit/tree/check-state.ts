/** A node of a tree in which leaves are chosen; a branch only groups the nodes below it. */
export interface CheckNode {
  /** The value that a leaf stands for. One value may occur in several leaves. */
  name: string
  title: string
  /** A description beside the title. */
  hint?: string
  /** Other spellings, as pinyin: lower case, no spaces, `v` for `ü`. A search finds the node by the beginning of each. */
  spellings?: readonly string[]
  /** Shown but cannot be changed. */
  isDisabled?: boolean
  children: readonly CheckNode[]
}

/** A visible node: one line of the tree. */
export interface Line {
  /** The names from the root, joined: unique, while a name may not be. */
  path: string
  node: CheckNode
  level: number
  isOpen: boolean
}

export type CheckState = 'all' | 'some' | 'none'

export const leavesOf = (node: CheckNode): CheckNode[] =>
  node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)

/** Whether all, some or none of the leaves below a node are chosen. */
export function stateOf(node: CheckNode, chosen: ReadonlySet<string>): CheckState {
  const leaves = leavesOf(node)
  const count = leaves.filter(({ name }) => chosen.has(name)).length
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some'
}

/** The chosen values after a click on a node: adds everything below it that may change, or removes it if all of it was chosen. */
export function toggled(node: CheckNode, chosen: ReadonlySet<string>): Set<string> {
  const free = leavesOf(node).filter((leaf) => !leaf.isDisabled)
  const isOn = free.some(({ name }) => !chosen.has(name))
  const next = new Set(chosen)
  for (const { name } of free) {
    if (isOn) next.add(name)
    else next.delete(name)
  }
  return next
}

/** Whether nothing below a node may change. */
export const isFixed = (node: CheckNode): boolean => leavesOf(node).every((leaf) => leaf.isDisabled)

/**
 * The nodes whose titles, hints or names contain a text, or that have a spelling which begins with it, with their branches; a branch
 * that is found keeps all its nodes.
 */
export function matching(nodes: readonly CheckNode[], text: string): CheckNode[] {
  const wanted = text.trim().toLowerCase()
  const spelled = wanted.replace(/\s+/g, '').replaceAll('’', "'").replaceAll('ü', 'v')
  const has = ({ title, hint = '', name, spellings = [] }: CheckNode) =>
    [title, hint, name].some((each) => each.toLowerCase().includes(wanted)) ||
    (spelled !== '' && spellings.some((each) => each.startsWith(spelled)))
  return nodes.flatMap((node) => {
    if (wanted === '' || has(node)) return [node]
    const children = matching(node.children, wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The visible lines of a tree from top to bottom, for the branches that are open. */
export const linesOf = (
  nodes: readonly CheckNode[],
  isOpen: (path: string) => boolean,
  above = '',
  level = 1,
): Line[] =>
  nodes.flatMap((node) => {
    const path = `${above}/${node.name}`
    const opened = node.children.length > 0 && isOpen(path)
    const line = { path, node, level, isOpen: opened }
    return opened ? [line, ...linesOf(node.children, isOpen, path, level + 1)] : [line]
  })
