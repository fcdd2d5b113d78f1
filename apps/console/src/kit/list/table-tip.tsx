import { listWords } from '@kabao/contract/kernel/list.words'
import { type RefObject, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../words/words.ts'
import classes from './table.module.css'

/** Before it appears, in milliseconds: under the pointer, and at the row that the keyboard reached. */
const delay = 300
const focusDelay = 600

/**
 * The only tooltip of a table. Under the pointer it shows the complete text of a truncated cell, and the whole instant of a
 * short one; at the row that the keyboard reached, those of all its cells, each with the name of its column.
 * @param names the names of the columns, in the order of the cells
 */
export function TableTip({
  within,
  names,
}: {
  within: RefObject<HTMLElement | null>
  names: readonly string[]
}) {
  const { t } = useWords(listWords)
  const [tip, setTip] = useState<{ text: string; top: number; left: number; below: boolean } | null>(null)
  const id = useId()

  useEffect(() => {
    const table = within.current
    if (!table) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over: Element | null = null
    let isAwaited = false
    const later = (act: () => void, ms = delay) => {
      clearTimeout(timer)
      isAwaited = false
      timer = setTimeout(act, ms)
    }
    const hide = () => {
      clearTimeout(timer)
      isAwaited = false
      over = null
      setTip(null)
    }
    const showAt = (cell: Element, text: string) => {
      const { top, bottom, left, width } = cell.getBoundingClientRect()
      const below = top < 120
      setTip({ text, top: below ? bottom + 6 : top - 6, left: left + Math.min(width, 320) / 2, below })
    }
    const enter = (event: Event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-tip]')
      if (cell === over) return
      over = cell
      if (!cell || !isShort(cell)) return later(() => setTip(null))
      later(() => showAt(cell, cell.dataset.tip ?? ''))
    }
    const focus = ({ target: row }: Event) => {
      if (!(row instanceof HTMLTableRowElement && row.matches(':focus-visible'))) return
      const tell = () => {
        isAwaited = false
        const cells = [...row.querySelectorAll<HTMLElement>('[data-tip]')].filter(isShort)
        const lines = cells.map((cell) => {
          const label = names[cell.closest('td')?.cellIndex ?? -1] ?? ''
          return `${t('filter.label', { label })}${cell.dataset.tip}`
        })
        if (cells[0]) showAt(cells[0], lines.join('\n'))
      }
      later(tell, focusDelay)
      isAwaited = true
    }
    // The row that the keyboard reached may have to be scrolled into view first.
    const scroll = () => isAwaited || hide()
    // The pointer may move onto the tooltip without closing it (WCAG 2.2, 1.4.13).
    const leave = (event: MouseEvent) => {
      if ((event.relatedTarget as Element | null)?.id === id) return clearTimeout(timer)
      over = null
      later(() => setTip(null))
    }
    const press = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    table.addEventListener('mouseover', enter)
    table.addEventListener('mouseleave', leave)
    table.addEventListener('focusin', focus)
    table.addEventListener('focusout', hide)
    table.addEventListener('scroll', scroll, { passive: true })
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      table.removeEventListener('mouseover', enter)
      table.removeEventListener('mouseleave', leave)
      table.removeEventListener('focusin', focus)
      table.removeEventListener('focusout', hide)
      table.removeEventListener('scroll', scroll)
      document.removeEventListener('keydown', press)
    }
  }, [within, id, names, t])

  if (!tip) return null
  return createPortal(
    <div
      id={id}
      role="tooltip"
      className={classes.tip}
      data-below={tip.below || undefined}
      style={{ top: tip.top, left: tip.left }}
      onMouseLeave={() => setTip(null)}
    >
      {tip.text}
    </div>,
    document.body,
  )
}

/** Whether a cell shows less than its text. */
const isShort = (cell: HTMLElement) =>
  cell.scrollWidth > cell.clientWidth || cell.querySelector('time') !== null
