import { lazy, Suspense } from 'react'
import classes from './chart.module.css'
import type { ChartOptions } from './engine.ts'

export type { ChartOptions } from './engine.ts'

export interface ChartProps {
  /** What the chart shows, for whoever does not see it. */
  label: string
  /** Drawn anew whenever they are another object, so keep them in a `useMemo`. Colours and texts follow the theme. */
  options?: ChartOptions
  /** Whether the chart follows the size of its box. */
  autoResize?: boolean
  width?: string
  height?: string
}

/** ECharts weighs more than a page: it is loaded when the first chart is shown. */
const Canvas = lazy(() => import('./canvas.tsx'))

const none: ChartOptions = {}

/** A chart of bars, lines, pies or radars, drawn on a canvas once its box stands in the page. */
export function Chart({
  label,
  options = none,
  autoResize = true,
  width = '100%',
  height = '100%',
}: ChartProps) {
  return (
    <div role="img" aria-label={label} className={classes.chart} style={{ width, height }}>
      <Suspense>
        <Canvas options={options} autoResize={autoResize} />
      </Suspense>
    </div>
  )
}
