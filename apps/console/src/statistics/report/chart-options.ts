import type { ChartOptions } from '#kit/chart/chart.tsx'
import { neutralSeries } from '#kit/theme/series.ts'
import { plot } from './plot.ts'
import { type ChartData, placeOf, type Series } from './series.ts'

/** Dashes tell lines apart for readers who do not tell the colors apart; the last is of all others together. */
const dashes = ['solid', [8, 3], [3, 3], [10, 3, 2, 3]]
const restDash = [1, 3]

/** The options of a report's chart. @param hidden the keys of the series that the reader has switched off */
export function chartOptions(data: ChartData, hidden: ReadonlySet<string>): ChartOptions {
  const { kind, steps, series, short, text } = data
  const isAlone = series.filter(({ key, isBefore }) => !isBefore && !hidden.has(key)).length === 1
  return {
    grid: { ...plot, containLabel: false },
    // The legend of the page switches series; this one is not drawn, and lets each series keep its color.
    legend: {
      show: false,
      selected: Object.fromEntries(series.map(({ key, name }) => [name, !hidden.has(key)])),
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: kind === 'stacked' ? 'shadow' : 'line' },
      valueFormatter: (value) => (typeof value === 'number' ? text(value) : '–'),
    },
    xAxis: { type: 'category', data: [...steps], boundaryGap: kind === 'stacked' },
    yAxis: { type: 'value', axisLabel: { formatter: short }, splitNumber: 4 },
    series: series.map((one, index) => {
      if (one.isBefore) return dotted(one)
      return kind === 'stacked' ? bar(one) : line(one, placeOf(series, index), isAlone)
    }),
  }
}

type OneSeries = Extract<NonNullable<ChartOptions['series']>, readonly unknown[]>[number]

/** All others together have a color of their own; the other series take theirs in turn. */
const colorOf = ({ isRest }: Series) => isRest && { color: neutralSeries }

const bar = (series: Series): OneSeries => ({
  type: 'bar',
  name: series.name,
  stack: 'all',
  barMaxWidth: 28,
  data: [...series.values],
  ...colorOf(series),
})

const line = (series: Series, place: number, isAlone: boolean): OneSeries => ({
  type: 'line',
  name: series.name,
  data: [...series.values],
  showSymbol: series.values.length === 1,
  symbolSize: 6,
  ...colorOf(series),
  lineStyle: { width: 2, type: (series.isRest ? restDash : dashes[place % dashes.length]) as 'solid' },
  ...(isAlone && { areaStyle: { opacity: 0.08 } }),
})

const dotted = ({ name, values }: Series): OneSeries => ({
  type: 'line',
  name,
  data: [...values],
  showSymbol: values.length === 1,
  symbolSize: 6,
  lineStyle: { width: 2, type: 'dotted' },
})
