import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './chart.module.css'
import { plot, stepAt } from './plot.ts'

/** Pixels; a shorter movement of the pointer is a click. */
const shortest = 8

/** Lets the reader drag over a chart to choose some of its steps. A finger scrolls the page instead. */
export function ChartBrush({ count, isBanded, onChoose, children }: ChartBrushProps) {
  const [span, setSpan] = useState<readonly [number, number] | null>(null)
  const from = useRef<number | null>(null)

  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch' || event.button !== 0 || count < 2 || !onChoose) return
    from.current = placeOf(event).x
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null) return
    const { x, width } = placeOf(event)
    if (Math.abs(x - from.current) < shortest && !span) return
    if (!span) event.currentTarget.setPointerCapture(event.pointerId)
    const to = Math.min(Math.max(x, plot.left), width - plot.right)
    setSpan([Math.min(from.current, to), Math.max(from.current, to)])
  }
  const stop = (event: PointerEvent<HTMLElement>) => {
    const { width } = placeOf(event)
    if (span) {
      const step = (x: number) => stepAt(x, width, count, isBanded)
      onChoose?.(step(span[0]), step(span[1]))
    }
    cancel()
  }
  const cancel = () => {
    from.current = null
    setSpan(null)
  }

  return (
    <div
      className={classes.brush}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={stop}
      onPointerCancel={cancel}
    >
      {children}
      {span && (
        <div
          className={classes.span}
          style={{ left: span[0], width: span[1] - span[0], top: plot.top, bottom: plot.bottom }}
        />
      )}
    </div>
  )
}

interface ChartBrushProps {
  count: number
  /** Whether each step is a band, as for bars. */
  isBanded: boolean
  /** Called with the first and the last chosen step; undefined if none can be chosen. */
  onChoose: ((first: number, last: number) => void) | undefined
  children: ReactNode
}

function placeOf(event: PointerEvent<HTMLElement>): { x: number; width: number } {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, width }
}
