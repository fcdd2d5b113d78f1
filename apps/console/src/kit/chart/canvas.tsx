import { useEffect, useRef } from 'react'
import classes from './chart.module.css'
import { chartTheme } from './chart-theme.ts'
import { type ChartOptions, type Engine, startEngine } from './engine.ts'

/** Milliseconds: the chart resizes at most ten times a second (docs/specification/other-pages.md). */
const throttle = 100

/** The chart itself. A hidden page disposes of its chart and draws a new one when it is shown again, at its current size. */
export default function Canvas({ options, autoResize }: { options: ChartOptions; autoResize: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const engine = useRef<Engine | null>(null)
  /** The zoom and the switched-off series, kept while the page is hidden. */
  const view = useRef<ChartOptions | null>(null)

  useEffect(() => {
    if (!box.current) return
    const started = startEngine(box.current, chartTheme())
    engine.current = started
    const stopFollowing = followTheme(started)
    return () => {
      stopFollowing()
      view.current = viewOf(started)
      engine.current = null
      started.dispose()
    }
  }, [])

  useEffect(() => {
    engine.current?.setOption(options, { notMerge: true })
    if (view.current) engine.current?.setOption(view.current)
    view.current = null
  }, [options])

  useEffect(() => {
    if (!autoResize || !box.current) return
    return followSize(box.current, () => engine.current?.resize())
  }, [autoResize])

  return <div ref={box} className={classes.canvas} />
}

/** Calls back when the size of the box changes, at most once per `throttle`, and never while the box is hidden. */
function followSize(box: HTMLElement, resize: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawn = `${box.clientWidth}×${box.clientHeight}`
  const observer = new ResizeObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      const size = `${box.clientWidth}×${box.clientHeight}`
      if (size === drawn || box.clientWidth === 0) return
      drawn = size
      resize()
    }, throttle)
  })
  observer.observe(box)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}

/** Calls back when the scheme or the theme color changes; both are set on the body. */
function followTheme(engine: Engine): () => void {
  let inForce = JSON.stringify(chartTheme())
  const observer = new MutationObserver(() => {
    const theme = chartTheme()
    const text = JSON.stringify(theme)
    if (text === inForce) return
    inForce = text
    engine.setTheme(theme)
  })
  observer.observe(document.body, { attributes: true, attributeFilter: ['arco-theme', 'style', 'class'] })
  return () => observer.disconnect()
}

function viewOf(engine: Engine): ChartOptions | null {
  const { dataZoom, legend } = engine.getOption() as {
    dataZoom?: { start?: number; end?: number }[]
    legend?: { selected?: Record<string, boolean> }[]
  }
  if (!dataZoom?.length && !legend?.length) return null
  return {
    ...(dataZoom?.length ? { dataZoom: dataZoom.map(({ start, end }) => ({ start, end })) } : {}),
    ...(legend?.length ? { legend: legend.map(({ selected }) => ({ selected })) } : {}),
  }
}
