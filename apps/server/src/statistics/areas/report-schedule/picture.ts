import { fill, inLanguage, type Language } from '@kabao/contract'
import { wallClockAt } from '@kabao/contract/kernel/business-clock'
import type { ReportExport } from '@kabao/contract/statistics/report/calls'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import type { Db } from '#platform/db/client'
import { findChart } from '../../reports/chart.ts'
import { type Question, questionOf } from '../../reports/question.ts'

const width = 960
const height = 420
/** The last part of a long name is left out in the legend. */
const longest = 24

const { figure: titles, nobody, gone, others } = reportWords.tree

type Asked = Parameters<typeof questionOf>[2]

/**
 * The chart of a report as an SVG picture: lines over the periods, or bars of the records if there is only one period.
 * @returns null: there is nothing to draw
 */
export async function pictureOf(
  db: Db,
  {
    report,
    body,
    title,
    language,
  }: { report: Report; body: ReportExport; title: string; language: Language },
  asked: Asked,
): Promise<string | null> {
  const question = questionOf(report, body, asked)
  const figure = figureOf(report, body.sort)
  const { series } = await findChart(db, question, figure)
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null
  const say = (words: readonly [string, string], values: Record<string, string> = {}) =>
    fill(inLanguage(words, language), values)
  const name = say(titles[figure])
  const named = series.map(({ id, name: own, values }) => ({
    name:
      id === null
        ? series.length > 1
          ? say(others)
          : name
        : (own ?? (id === '0' ? say(nobody) : say(gone, { id }))),
    values: values.map((value) => shown(figure, value)),
  }))
  return draw(optionsOf(`${title} · ${name}`, periodsOf(question), named, figures[figure].format === 'rate'))
}

/** The figure by which the report is sorted, if it has a chart; else that of its chart. */
function figureOf({ figures: own, chart }: Report, sort: string): FigureName {
  const name = sort.replace(/^-/, '') as FigureName
  return own.includes(name) && !('closing' in figures[name]) ? name : chart
}

/** Yuan, or percent. */
function shown(figure: FigureName, value: number | null): number | null {
  if (value === null) return null
  const { format } = figures[figure]
  if (format === 'fen' || format === 'price') return Math.round(value) / 100
  return Math.round(value * (format === 'rate' ? 10_000 : 100)) / 100
}

const periodsOf = ({ periods, isHourly, clock }: Question): string[] =>
  periods.map(({ key }) => (isHourly ? wallClockAt(Date.parse(key), clock.timeZone).slice(11, 16) : key))

interface OneSeries {
  name: string
  values: (number | null)[]
}

function optionsOf(title: string, periods: readonly string[], series: readonly OneSeries[], isRate: boolean) {
  const isLone = periods.length === 1
  return {
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 16, top: 12, textStyle: { fontSize: 16 } },
    legend: {
      show: !isLone && series.length > 1,
      bottom: 8,
      type: 'plain',
      formatter: (name: string) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name),
    },
    grid: { left: 16, right: 24, top: 56, bottom: isLone ? 16 : 64 },
    xAxis: { type: 'category', data: isLone ? series.map(({ name }) => name) : [...periods] },
    yAxis: { type: 'value', axisLabel: isRate ? { formatter: '{value}%' } : {} },
    series: isLone
      ? [
          {
            type: 'bar',
            barMaxWidth: 48,
            label: { show: true, position: 'top' },
            data: series.map(({ values }) => values[0] ?? null),
          },
        ]
      : series.map(({ name, values }) => ({
          type: 'line',
          name,
          showSymbol: periods.length < 40,
          data: values,
        })),
  }
}

/** Draws with the renderer of ECharts for servers, which needs no browser. It is loaded for the first picture. */
async function draw(options: ReturnType<typeof optionsOf>): Promise<string> {
  const [{ init, use }, { BarChart, LineChart }, components, { SVGRenderer }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ])
  const { GridComponent, LegendComponent, TitleComponent } = components
  use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(options)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
