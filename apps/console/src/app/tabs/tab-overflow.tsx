import { frameWords } from '@kabao/contract/app/frame.words'
import { type RefObject, useEffect, useState } from 'react'
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  insideMain,
  Menu,
  UnstyledButton,
  useWords,
} from '#kit'
import { isPlain, SteadyLink } from './steady-link.tsx'
import { linkTo, useTabs } from './store.ts'
import classes from './tab-bar.module.css'
import { type Label, labelText, useLabels } from './use-labels.ts'

/** An arrow scrolls the row by this part of its visible width, so that a tab that was cut off is then completely visible. */
const step = 0.8

/** If not all tabs fit: arrows that move the row, and a menu of all tabs. */
export default function TabOverflow({ row }: { row: RefObject<HTMLElement | null> }) {
  const { t } = useWords(frameWords)
  const { atStart, atEnd } = useEdges(row)
  // When these buttons appear, they may cover the place of the shown tab.
  useEffect(() => {
    // No return value: newer browsers return a promise, which React would take for a cleanup function.
    void row.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row])
  // The arrows are for the pointer only; the keyboard moves between the tabs and has the menu.
  const arrow = (label: string, isAtEdge: boolean, direction: 1 | -1) => (
    <UnstyledButton
      className={classes.more}
      data-arrow
      aria-label={label}
      title={label}
      tabIndex={-1}
      disabled={isAtEdge}
      onClick={() => scroll(row.current, direction)}
    >
      {direction < 0 ? <IconChevronLeft size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
    </UnstyledButton>
  )
  return (
    <div className={classes.overflow}>
      {arrow(t('tabs.before'), atStart, -1)}
      {arrow(t('tabs.after'), atEnd, 1)}
      <AllTabs />
    </div>
  )
}

function AllTabs() {
  const { t } = useWords(frameWords)
  const tabs = useTabs((state) => state.tabs)
  const active = useTabs((state) => state.active)
  const labels = useLabels()
  const label = t('tabs.all', { count: tabs.length })
  return (
    <Menu position="bottom-end" width={220} {...insideMain()}>
      <Menu.Target>
        <UnstyledButton className={classes.more} aria-label={label} title={label}>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.all}>
        {tabs.map((tab) => {
          const isShown = tab.id === active
          return (
            <Menu.Item
              key={tab.id}
              component={SteadyLink}
              {...linkTo(tab)}
              aria-current={isShown ? 'page' : undefined}
              ref={isShown ? showInList : undefined}
              onClick={(event) => isShown && isPlain(event) && event.preventDefault()}
            >
              {labelText(labels.get(tab.id) as Label)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Scrolls only the menu, and nothing around it, to the entry of the shown tab. */
function showInList(entry: HTMLElement | null): void {
  const list = entry?.closest('[role=menu]')
  if (entry && list) list.scrollTop = entry.offsetTop - list.clientHeight / 2
}

/** Whether the row is scrolled to its start, and to its end. */
function useEdges(row: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ atStart: false, atEnd: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setEdges({ atStart: scrollLeft <= 0, atEnd: scrollLeft + clientWidth >= scrollWidth - 1 })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
  return edges
}

function scroll(row: HTMLElement | null, direction: 1 | -1): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  row?.scrollBy({ left: direction * step * row.clientWidth, behavior: isStill ? 'auto' : 'smooth' })
}
