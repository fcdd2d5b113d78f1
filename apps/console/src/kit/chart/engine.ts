import {
  BarChart,
  type BarSeriesOption,
  LineChart,
  type LineSeriesOption,
  PieChart,
  type PieSeriesOption,
  RadarChart,
  type RadarSeriesOption,
} from 'echarts/charts'
import {
  DataZoomComponent,
  type DataZoomComponentOption,
  GraphicComponent,
  type GraphicComponentOption,
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  RadarComponent,
  type RadarComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type ECharts, init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

/** The kinds of charts that the product uses (docs/specification/other-pages.md); register another kind here. */
use([
  BarChart,
  LineChart,
  PieChart,
  RadarChart,
  GridComponent,
  RadarComponent,
  TooltipComponent,
  LegendComponent,
  DataZoomComponent,
  GraphicComponent,
  CanvasRenderer,
])

export type ChartOptions = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | RadarSeriesOption
  | GridComponentOption
  | RadarComponentOption
  | TooltipComponentOption
  | LegendComponentOption
  | DataZoomComponentOption
  | GraphicComponentOption
>

export type Engine = ECharts
export const startEngine = (box: HTMLElement, theme: object): Engine =>
  init(box, theme, { renderer: 'canvas' })
