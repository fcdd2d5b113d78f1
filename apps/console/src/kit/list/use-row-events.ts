import { listWords } from '@kabao/contract/kernel/list.words'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { copyText } from '../copy.ts'
import { message } from '../message/message.ts'
import { wordsOf } from '../words/words.ts'
import type { Selection } from './use-selection.ts'

interface Given<Row extends { id: string }> {
  rows: readonly Row[]
  selection: Selection | undefined
  onOpen: ((row: Row) => void) | undefined
  body: RefObject<HTMLTableSectionElement | null>
  perform: (row: Row, action: string) => void
  openMenu: (row: Row, at: HTMLElement) => void
  /** Scrolls to a row that may not be in the document yet. */
  reveal: (index: number) => void
}

/** Mouse and keyboard events of all rows of a table. */
export function useRowEvents<Row extends { id: string }>({
  rows,
  selection,
  onOpen,
  body,
  perform,
  openMenu,
  reveal,
}: Given<Row>) {
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, Math.max(rows.length - 1, 0))
  const wanted = useRef<number | null>(null)
  const anchor = useRef<string | null>(null)

  // A row out of sight is in the document only after the scroll is rendered.
  useEffect(() => {
    let tries = 10
    const focus = () => {
      if (wanted.current === null) return
      const row = body.current?.querySelector<HTMLElement>(`tr[data-index="${wanted.current}"]`)
      if (row) {
        wanted.current = null
        row.focus()
      } else if (tries-- > 0) requestAnimationFrame(focus)
    }
    focus()
  })

  const toggle = (row: Row, isRange: boolean) => {
    const from = isRange && anchor.current !== null ? rows.findIndex(({ id }) => id === anchor.current) : -1
    const to = rows.indexOf(row)
    anchor.current = row.id
    selection?.set((before) => {
      const after = { ...before }
      const isOn = !before[row.id]
      for (const { id } of from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
        if (isOn) after[id] = true
        else delete after[id]
      }
      return after
    })
  }

  const rowOf = (target: EventTarget) => {
    const element = (target as Element).closest<HTMLElement>('tr[data-index]')
    const index = Number(element?.dataset.index ?? -1)
    return { element, index, row: rows[index] }
  }

  const click = (event: MouseEvent) => {
    const { row, index } = rowOf(event.target)
    if (!row) return
    setActive(index)
    const target = event.target as Element
    const button = target.closest<HTMLButtonElement>('button')
    if (button?.dataset.copy !== undefined) return void copy(button.dataset.copy)
    if (button?.dataset.action !== undefined) return perform(row, button.dataset.action)
    if (button?.dataset.menu !== undefined) return openMenu(row, button)
    if (target instanceof HTMLInputElement && target.type === 'checkbox') return toggle(row, event.shiftKey)
    if (target.closest('button, a, input, label') || window.getSelection()?.toString()) return
    onOpen?.(row)
  }

  const press = (event: KeyboardEvent) => {
    const { row, index, element } = rowOf(event.target)
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const to = target(event.key, index, rows.length)
    if (to !== null) {
      event.preventDefault()
      wanted.current = to
      reveal(to)
      return setActive(to)
    }
    if (event.target !== element) return
    if (event.key === ' ' && selection) {
      event.preventDefault()
      toggle(row, event.shiftKey)
    }
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    }
  }

  const focus = (event: FocusEvent) => {
    const { index } = rowOf(event.target)
    if (index >= 0) setActive(index)
  }

  return { active, click, press, focus }
}

const leap = 10

function target(key: string, index: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - leap,
    PageDown: index + leap,
    Home: 0,
    End: count - 1,
  }
  const wanted = to[key]
  return wanted === undefined ? null : Math.min(Math.max(wanted, 0), count - 1)
}

async function copy(text: string): Promise<void> {
  const { t } = wordsOf(listWords)
  if (await copyText(text)) message.success(t('copy.done'))
  else message.error(t('copy.failed'))
}
