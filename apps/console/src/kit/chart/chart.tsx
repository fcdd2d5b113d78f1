import { lazy, Suspense } from 'react'
import classes from './chart.module.css'
import type { ChartOptions } from './engine.ts'

export type { ChartOptions } from './engine.ts'

export interface ChartProps {
  /** A description of the chart for screen readers. */
  label: string
  /** Another object draws the chart again, so keep the options in a `useMemo`. Colors and texts follow the theme. */
  options?: ChartOptions
  /** Whether the chart follows the size of its box. */
  autoResize?: boolean
  width?: string
  height?: string
}

/** ECharts is larger than a page, so it is loaded when the first chart is shown. */
const Canvas = lazy(() => import('./canvas.tsx'))

const none: ChartOptions = {}

/** A chart of bars, lines, pies or radars, drawn on a canvas once its box is mounted. */
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
