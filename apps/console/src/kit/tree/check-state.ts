/** A node of a tree in which leaves are chosen; a branch only stands for those below it. */
export interface CheckNode {
  /** Of a leaf: what is chosen. One leaf may stand at several places. */
  name: string
  title: string
  /** What more there is to say of it. */
  hint?: string
  /** Shown and left as it is. */
  isDisabled?: boolean
  children: readonly CheckNode[]
}

/** A node where it stands: one line of the tree. */
export interface Line {
  /** The names from the root, joined: unique where a name is not. */
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

/** What is chosen after a node was clicked: everything below it that may change, or nothing of it where all was chosen. */
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

/** The part of a tree whose titles, hints or names have a text in them; a branch that has it keeps all that is below. */
export function matching(nodes: readonly CheckNode[], text: string): CheckNode[] {
  const wanted = text.trim().toLowerCase()
  const has = ({ title, hint = '', name }: CheckNode) =>
    [title, hint, name].some((each) => each.toLowerCase().includes(wanted))
  return nodes.flatMap((node) => {
    if (wanted === '' || has(node)) return [node]
    const children = matching(node.children, wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The lines of a tree from top to bottom, as far as its branches are open. */
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
