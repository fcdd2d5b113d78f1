import { type RefObject, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './table.module.css'

const delay = 300

/** The only tooltip of a table; it shows the complete text of a truncated cell, and the whole instant of a short one. */
export function TableTip({ within }: { within: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<{ text: string; top: number; left: number; below: boolean } | null>(null)
  const id = useId()

  useEffect(() => {
    const table = within.current
    if (!table) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over: Element | null = null
    const later = (act: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(act, delay)
    }
    const hide = () => {
      clearTimeout(timer)
      over = null
      setTip(null)
    }
    const enter = (event: Event) => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-tip]')
      if (cell === over) return
      over = cell
      if (!cell || !(cell.scrollWidth > cell.clientWidth || cell.querySelector('time')))
        return later(() => setTip(null))
      later(() => {
        const { top, bottom, left, width } = cell.getBoundingClientRect()
        const below = top < 120
        setTip({
          text: cell.dataset.tip ?? '',
          top: below ? bottom + 6 : top - 6,
          left: left + Math.min(width, 320) / 2,
          below,
        })
      })
    }
    // The pointer may move onto the tooltip without closing it (WCAG 2.2, 1.4.13).
    const leave = (event: MouseEvent) => {
      if ((event.relatedTarget as Element | null)?.id === id) return clearTimeout(timer)
      over = null
      later(() => setTip(null))
    }
    const press = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    table.addEventListener('mouseover', enter)
    table.addEventListener('mouseleave', leave)
    table.addEventListener('scroll', hide, { passive: true })
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      table.removeEventListener('mouseover', enter)
      table.removeEventListener('mouseleave', leave)
      table.removeEventListener('scroll', hide)
      document.removeEventListener('keydown', press)
    }
  }, [within, id])

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
