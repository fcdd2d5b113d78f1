import type { Language } from '@kabao/contract/kernel/language'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Grain } from '@kabao/contract/statistics/report/range'
import type { ReportChart } from '@kabao/contract/statistics/report/rows'
import { figureText, shortFigureText } from './figure-text.ts'
import { figureTitle, type ReportWord } from './figure-title.ts'
import { shortPeriodText } from './period-text.ts'
import { rowName } from './row-name.tsx'
import type { ChartData, Series } from './series.ts'

/**
 * A chart as it is drawn. What is compared is one line, drawn where it can be read beside the others: beside a single line, or over
 * bars that add up.
 */
export function chartData(
  { figure, periods, series, beforeValues, days }: ReportChart,
  kind: ChartData['kind'],
  grain: Grain,
  word: ReportWord,
  language: Language,
): ChartData {
  const { format } = figures[figure as FigureName]
  // What cannot be added up is not stacked.
  const isStacked = kind === 'stacked' && (format === 'count' || format === 'fen')
  const title = figureTitle(figure as FigureName, days.from !== days.to, word)
  const named = series.map(({ id, name, values }): Series => {
    const rest = series.length > 1 ? word('others') : title
    return id === null
      ? { key: 'rest', name: rest, values, isRest: series.length > 1 }
      : { key: id, name: rowName({ rowId: id, name }, word), values }
  })
  const isCompared = beforeValues !== null && (isStacked || named.length === 1)
  const before = { key: 'before', name: word('compared.before', { figure: title }), isBefore: true }
  return {
    kind: isStacked ? 'stacked' : 'lines',
    steps: periods.map((period) => shortPeriodText(period, grain)),
    series: isCompared && beforeValues ? [...named, { ...before, values: beforeValues }] : named,
    short: (value) => shortFigureText(format, value, language),
    text: (value) => figureText(format, value, language),
  }
}
