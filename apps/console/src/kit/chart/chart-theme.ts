import { seriesColors } from '../theme/series.ts'

/** The theme of the product for ECharts, read from the current CSS variables. */
export function chartTheme(): object {
  const of = reader()
  const text = of('--color-text-2')
  const faint = of('--color-text-3')
  const line = of('--color-border-2')
  const split = of('--color-fill-3')
  const axis = {
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    axisLabel: { color: faint },
    nameTextStyle: { color: faint },
    splitLine: { lineStyle: { color: [split] } },
    splitArea: { areaStyle: { color: ['transparent', of('--color-fill-1')] } },
  }
  return {
    color: Array.from({ length: seriesCount }, (_, index) => of(seriesVariable(index))),
    backgroundColor: 'transparent',
    animation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    textStyle: { color: text, fontFamily: getComputedStyle(document.body).fontFamily },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    logAxis: axis,
    timeAxis: { ...axis, splitLine: { show: false } },
    radar: {
      axisName: { color: faint },
      axisLine: { lineStyle: { color: line } },
      splitLine: { lineStyle: { color: split } },
      splitArea: { show: false },
    },
    legend: {
      textStyle: { color: text },
      inactiveColor: of('--color-text-4'),
      pageTextStyle: { color: text },
      pageIconColor: text,
    },
    tooltip: {
      // Draws the tooltip on the canvas: an HTML tooltip would have style attributes, which the content security policy refuses.
      renderMode: 'richText',
      confine: true,
      backgroundColor: of('--color-bg-5'),
      borderColor: line,
      textStyle: { color: of('--color-text-1') },
      axisPointer: { lineStyle: { color: line }, crossStyle: { color: line }, shadowStyle: { color: split } },
    },
    line: { symbolSize: 6 },
    pie: { label: { color: text }, itemStyle: { borderColor: of('--color-bg-2'), borderWidth: 1 } },
    dataZoom: {
      borderColor: line,
      textStyle: { color: faint },
      fillerColor: of('--color-fill-2'),
      handleStyle: { color: of('--color-bg-5'), borderColor: of('--color-border-4') },
      moveHandleStyle: { color: of('--color-border-3') },
    },
  }
}

const seriesCount = seriesColors.light.length + 1

/** The CSS variable with the color of a series, by its place: the theme color first. */
export const seriesVariable = (at: number): string => `--color-series-${(at % seriesCount) + 1}`

/** Converts any CSS color to `rgba(…)`, because ECharts does not support every notation. */
function reader(): (variable: string) => string {
  const styles = getComputedStyle(document.body)
  const brush = document.createElement('canvas').getContext('2d')
  return (variable) => {
    const value = styles.getPropertyValue(variable).trim()
    const color = /^[\d\s,.]+$/.test(value) ? `rgb(${value})` : value
    if (!brush) return color
    brush.fillStyle = '#000'
    brush.fillStyle = color
    return brush.fillStyle
  }
}
