import { treeWords } from '@kabao/contract/kernel/tree.words'
import { type KeyboardEvent, memo, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../controls/button.ts'
import { Checkbox } from '../controls/checkbox.ts'
import { TextInput } from '../controls/text-input.ts'
import { IconChevronRight } from '../icons.ts'
import { useWords } from '../words/words.ts'
import {
  type CheckNode,
  isFixed,
  type Line,
  leavesOf,
  linesOf,
  matching,
  stateOf,
  toggled,
} from './check-state.ts'
import classes from './tree.module.css'

interface CheckTreeProps {
  label: string
  nodes: readonly CheckNode[]
  value: readonly string[]
  onChange: (value: string[]) => void
  searchLabel: string
  description?: string | undefined
  error?: string | undefined
}

const checked = { all: true, some: 'mixed', none: false } as const

/**
 * Chooses leaves in a tree: a branch is checked if all leaves below it are chosen, half checked if some are. Arrow keys move and
 * open, Space chooses, Home and End move to the ends. During a search, a click on a branch chooses only what is shown.
 */
export function CheckTree({
  label,
  nodes,
  value,
  onChange,
  searchLabel,
  description,
  error,
}: CheckTreeProps) {
  const { t } = useWords(treeWords)
  const id = useId()
  const [search, setSearch] = useState('')
  const chosen = useMemo(() => new Set(value), [value])
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () =>
      new Set(branchesOf(nodes).flatMap(({ path, node }) => (stateOf(node, chosen) === 'some' ? path : []))),
  )
  const isSearching = search.trim() !== ''
  const shown = useMemo(() => matching(nodes, search), [nodes, search])
  const lines = useMemo(
    () => linesOf(shown, (path) => isSearching || opened.has(path)),
    [shown, opened, isSearching],
  )
  const { active, press, setActive, list } = useKeys(lines, setOpened, (line) => toggle(line))

  const toggle = ({ node }: Pick<Line, 'node'>) => {
    if (!isFixed(node)) onChange([...toggled(node, chosen)])
  }
  const setOpen = (path: string, isOpen: boolean) => setOpened((before) => withPath(before, path, isOpen))
  // The same object at each render, so that only the lines that change are rendered: a tree may have hundreds.
  const acts = useRef<LineActs>(null)
  acts.current = {
    focus: (path) => setActive(lines.findIndex((line) => line.path === path)),
    toggle: (node) => toggle({ node }),
    open: setOpen,
  }

  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        <span className={classes.count} aria-live="polite">
          {t('chosen', {
            count: leavesOf({ name: '', title: '', children: nodes }).filter(({ name }) => chosen.has(name))
              .length,
          })}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => setOpened(new Set(branchesOf(nodes).map(({ path }) => path)))}
        >
          {t('expand')}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpened(new Set())}>
          {t('collapse')}
        </Button>
      </div>
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <TextInput
        aria-label={searchLabel}
        placeholder={searchLabel}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Enter in the search field must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div
        ref={list}
        role="tree"
        aria-labelledby={`${id}-label`}
        aria-describedby={
          `${description ? `${id}-description` : ''} ${error ? `${id}-error` : ''}`.trim() || undefined
        }
        aria-multiselectable
        aria-invalid={error ? true : undefined}
        tabIndex={lines.length === 0 ? 0 : undefined}
        className={classes.tree}
        onKeyDown={press}
      >
        {lines.length === 0 && <p className={classes.nothing}>{t('nothing')}</p>}
        {lines.map((line, index) => (
          <TreeLine
            key={line.path}
            {...line}
            state={stateOf(line.node, chosen)}
            isActive={index === active}
            acts={acts}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

interface LineActs {
  focus: (path: string) => void
  toggle: (node: CheckNode) => void
  open: (path: string, isOpen: boolean) => void
}

interface TreeLineProps extends Line {
  state: keyof typeof checked
  isActive: boolean
  acts: RefObject<LineActs | null>
}

const TreeLine = memo(function TreeLine({ node, path, level, isOpen, state, isActive, acts }: TreeLineProps) {
  const isBranch = node.children.length > 0
  const fixed = isFixed(node)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for all of its lines
    <div
      role="treeitem"
      aria-level={level}
      aria-checked={checked[state]}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-disabled={fixed || undefined}
      aria-label={node.title}
      aria-description={node.hint}
      tabIndex={isActive ? 0 : -1}
      className={classes.line}
      data-level={level}
      title={node.hint}
      onFocus={() => acts.current?.focus(path)}
      onClick={() => acts.current?.toggle(node)}
    >
      {isBranch ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the mouse; the arrow keys do the same
        // biome-ignore lint/a11y/noStaticElementInteractions: screen readers do not need it as an element of its own
        <span
          className={classes.opener}
          data-open={isOpen || undefined}
          onClick={(event) => {
            event.stopPropagation()
            acts.current?.open(path, !isOpen)
          }}
        >
          <IconChevronRight size={14} aria-hidden />
        </span>
      ) : (
        <span className={classes.opener} />
      )}
      <Checkbox.Indicator
        size="xs"
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={fixed}
        aria-hidden
      />
      <span className={classes.title}>{node.title}</span>
    </div>
  )
})

/** Tab reaches one line only; from there the arrow keys move. */
function useKeys(
  lines: readonly Line[],
  setOpened: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void,
  toggle: (line: Line) => void,
) {
  const [chosen, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const active = Math.min(chosen, Math.max(lines.length - 1, 0))
  const go = (index: number) => {
    if (index < 0 || index >= lines.length) return
    setActive(index)
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus()
  }
  const setOpen = ({ path }: Line, isOpen: boolean) => setOpened((before) => withPath(before, path, isOpen))
  const close = (line: Line) => {
    if (line.isOpen) setOpen(line, false)
    else go(lines.findLastIndex((each, index) => index < active && each.level < line.level))
  }
  const open = (line: Line) => {
    if (line.node.children.length === 0) return
    if (line.isOpen) go(active + 1)
    else setOpen(line, true)
  }
  const actOf = (key: string, line: Line): (() => void) | null => {
    switch (key) {
      case 'ArrowDown':
        return () => go(active + 1)
      case 'ArrowUp':
        return () => go(active - 1)
      case 'Home':
        return () => go(0)
      case 'End':
        return () => go(lines.length - 1)
      case 'ArrowRight':
        return () => open(line)
      case 'ArrowLeft':
        return () => close(line)
      case ' ':
        return () => toggle(line)
      default:
        return null
    }
  }
  const press = (event: KeyboardEvent) => {
    const line = lines[active]
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const act = actOf(event.key, line)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { active, press, setActive, list }
}

function withPath(paths: ReadonlySet<string>, path: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(paths)
  if (isIn) next.add(path)
  else next.delete(path)
  return next
}

const branchesOf = (nodes: readonly CheckNode[]) =>
  linesOf(nodes, () => true).filter(({ node }) => node.children.length > 0)
