import { weekWords } from '@kabao/contract/kernel/week.words'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from '../controls/visually-hidden.ts'
import { useWords } from '../words/words.ts'
import classes from './week.module.css'
import {
  type Area,
  cellState,
  cellsOfDay,
  cellsText,
  changed,
  type Day,
  dayKeys,
  days,
  type Span,
  type Week,
} from './week.ts'

interface Place {
  day: number
  cell: number
}

interface WeekGridProps {
  label: string
  week: Week
  hasError: boolean
  onDraw: (area: Area, isAdded: boolean) => void
}

/**
 * Seven rows of half hours. Press and drag fills an area, or clears it if the first half hour was filled. Arrow keys move, with Shift
 * they extend an area, Space fills or clears it. A finger draws sideways; up and down it scrolls the page.
 */
export function WeekGrid({ label, week, hasError, onDraw }: WeekGridProps) {
  const { t } = useWords(weekWords)
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ day: 0, cell: 18 })
  // The other corner of the area, while one is being drawn or extended.
  const [from, setFrom] = useState<Place | null>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const area = areaOf(from ?? at, at)
  const isAdded = stateAt(week, from ?? at) !== 'all'
  const shown = isDrawing ? changed(week, area, isAdded) : week

  const end = useRef<(isKept: boolean) => void>(null)
  end.current = (isKept) => {
    if (isKept) onDraw(area, isAdded)
    setFrom(null)
    setIsDrawing(false)
  }
  useEffect(() => {
    if (!isDrawing) return
    // The finger or button may be lifted outside of the grid.
    const keep = () => end.current?.(true)
    const drop = () => end.current?.(false)
    window.addEventListener('pointerup', keep)
    window.addEventListener('pointercancel', drop)
    return () => {
      window.removeEventListener('pointerup', keep)
      window.removeEventListener('pointercancel', drop)
    }
  }, [isDrawing])

  const begin = (event: PointerEvent) => {
    const place = placeOf(event.target)
    if (!place || event.button !== 0) return
    // A finger would otherwise stay on its first half hour.
    if (event.target instanceof HTMLElement && event.target.hasPointerCapture?.(event.pointerId))
      event.target.releasePointerCapture(event.pointerId)
    setAt(place)
    setFrom(place)
    setIsDrawing(true)
  }
  const move = (event: PointerEvent) => {
    const place = isDrawing && placeOf(event.target)
    if (place) setAt(place)
  }

  const go = (day: number, cell: number, isExtended: boolean) => {
    const next = { day: within(day, days.length), cell: within(cell, cellsOfDay) }
    setFrom(isExtended ? (from ?? at) : null)
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-cell="${next.cell}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDrawing) return
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actOf = ({ key, shiftKey }: KeyboardEvent): (() => void) | null => {
    const { day, cell } = at
    switch (key) {
      case 'ArrowLeft':
        return () => go(day, cell - 1, shiftKey)
      case 'ArrowRight':
        return () => go(day, cell + 1, shiftKey)
      case 'ArrowUp':
        return () => go(day - 1, cell, shiftKey)
      case 'ArrowDown':
        return () => go(day + 1, cell, shiftKey)
      case 'Home':
        return () => go(day, 0, shiftKey)
      case 'End':
        return () => go(day, cellsOfDay - 1, shiftKey)
      case ' ':
        return () => {
          onDraw(area, isAdded)
          setFrom(null)
        }
      default:
        return null
    }
  }

  return (
    <div className={classes.week}>
      <div className={classes.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot wrap its cells on a phone */}
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-describedby={`${id}-help`}
        aria-multiselectable
        aria-invalid={hasError || undefined}
        className={classes.grid}
        onPointerDown={begin}
        onPointerOver={move}
        onKeyDown={press}
        // Elsewhere the area is no longer in sight.
        onBlur={({ relatedTarget }) => !grid.current?.contains(relatedTarget) && !isDrawing && setFrom(null)}
      >
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            name={t(dayKeys[day])}
            spans={shown[day] ?? noSpans}
            active={at.day === day ? at.cell : -1}
            marked={from && day >= area.days[0] && day <= area.days[1] ? area.cells.join() : ''}
          />
        ))}
      </div>
      <p className={classes.reading} aria-hidden>
        {isDrawing || from ? areaText() : ' '}
      </p>
      <VisuallyHidden id={`${id}-help`}>{t('help')}</VisuallyHidden>
    </div>
  )

  function areaText() {
    const [first, last] = area.days.map((day) => t(dayKeys[day as Day])) as [string, string]
    const day = first === last ? first : t('daysTo', { first, last })
    return t('cell', { day, time: cellsText(...area.cells) })
  }
}

interface DayRowProps {
  day: number
  name: string
  spans: readonly Span[]
  /** The half hour that the Tab key reaches, or -1. */
  active: number
  /** The first and the last half hour of the area that is being extended, as `3,7`. */
  marked: string
}

/** Rendered only if something of the day has changed: there are hundreds of half hours. */
const DayRow = memo(
  function DayRow({ day, name, spans, active, marked }: DayRowProps) {
    const { t } = useWords(weekWords)
    const [first, last] = marked === '' ? [1, 0] : (marked.split(',').map(Number) as [number, number])
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the focus is on its cells
      // biome-ignore lint/a11y/useSemanticElements: a table cannot wrap its cells on a phone
      <div role="row" className={classes.row}>
        {/* biome-ignore lint/a11y/useFocusableInteractive: it only names the row */}
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot wrap its cells on a phone */}
        <span role="rowheader" className={classes.day}>
          {name}
        </span>
        {cells.map((cell) => {
          const state = cellState(spans, cell)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a table cannot wrap its cells on a phone
            <span
              key={cell}
              role="gridcell"
              tabIndex={cell === active ? 0 : -1}
              aria-label={t('cell', { day: name, time: cellsText(cell) })}
              aria-selected={state !== 'none'}
              className={classes.cell}
              data-day={day}
              data-cell={cell}
              data-state={state}
              data-marked={(cell >= first && cell <= last) || undefined}
            />
          )
        })}
      </div>
    )
  },
  (one, other) =>
    one.name === other.name &&
    one.active === other.active &&
    one.marked === other.marked &&
    one.spans.join() === other.spans.join(),
)

const noSpans: readonly Span[] = []
const cells = Array.from({ length: cellsOfDay }, (_, cell) => cell)
/** The hours that are named above the grid. */
const hours = [0, 3, 6, 9, 12, 15, 18, 21]

const stateAt = (week: Week, { day, cell }: Place) => cellState(week[day] ?? noSpans, cell)
const within = (index: number, length: number) => Math.min(Math.max(index, 0), length - 1)

function areaOf(one: Place, other: Place): Area {
  const ordered = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const
  return { days: ordered(one.day, other.day), cells: ordered(one.cell, other.cell) }
}

function placeOf(target: EventTarget): Place | undefined {
  const { day, cell } = (target as HTMLElement).dataset ?? {}
  return day === undefined || cell === undefined ? undefined : { day: Number(day), cell: Number(cell) }
}
