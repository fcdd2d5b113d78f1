import * as z from 'zod'
import { businessDate } from '../../kernel/business-date.ts'
import { choicesOf } from '../../kernel/choice.ts'
import { exportAnswer, exportBody } from '../../kernel/export-body.ts'
import { area, id, instant, pageAnswer, pageBody } from '../../kernel/kernel.ts'
import type { Words } from '../../kernel/language.ts'
import type { ReportName } from '../../kernel/report-names.ts'
import { crossFlows } from './cross-flows.ts'
import { type FigureName, figureNames } from './figures.ts'
import { reportFilterShape } from './filter-shape.ts'
import { comparisons, grains, presets } from './range.ts'
import { type Report, regionLevels } from './report.ts'
import { about, cells, chart, factKinds, factRow, row } from './rows.ts'

/** By which day a figure counts: the one on which it happened, or the one on which the person came. */
export const ways = ['day', 'came'] as const
/** What a row is: a record in a period, a period, or a record. */
export const rowKinds = ['both', 'period', 'dimension'] as const
/** Which part of a quotient is opened: what is divided, or what by. Other figures have the first only. */
export const parts = ['top', 'bottom'] as const
/** What the columns of a cross table are: the periods of the range, or the flows. Its rows are records. */
export const crossings = ['period', 'flow'] as const
/** The most columns of a cross table, besides its totals. */
export const mostCrossColumns = 100
/** The figures of a row that a comparison adds. */
export const compared = ['Before', 'Change', 'Percent'] as const

/**
 * What a report is about. Either a preset, which moves with the day, or two days; without either, the report's own preset. A filter
 * that the report does not declare is refused; `0` finds what belongs to no record.
 */
const asked = {
  preset: z.enum(presets, 'choice').optional(),
  from: businessDate.optional(),
  to: businessDate.optional(),
  grain: z.enum(grains, 'choice').default('day'),
  way: z.enum(ways, 'choice').default('day'),
  compare: z.enum(comparisons, 'choice').default('none'),
  /** Of a report by city; by default cities. */
  regionLevel: z.enum(regionLevels, 'choice').optional(),
  ...reportFilterShape,
}

const figure = z.enum(figureNames, 'choice')
const sorts = ['period', ...figureNames] as const
const page = pageBody(sorts, '-period', {
  ...asked,
  by: z.enum(rowKinds, 'choice').default('both'),
  /** As a cross table: the cells of a row are those of one figure, by the names of its columns. */
  across: z.enum(crossings, 'choice').optional(),
  /** The figure of a cross table; by default that of the chart. */
  cellFigure: figure.optional(),
})

/** The chart of a figure; by default that of the report. */
const chartBody = z.strictObject({ ...asked, figure: figure.optional() })

/** The records behind a cell: without a period those of all periods, without a record those of all. */
const recordsBody = pageBody(['at'], '-at', {
  ...asked,
  figure,
  part: z.enum(parts, 'choice').default('top'),
  /** `before`: of the days that the figure is compared with. */
  side: z.enum(['now', 'before'], 'choice').default('now'),
  /** Of the row: the first day of its period, or the instant at which its hour begins. */
  period: z.union([businessDate, instant], 'date').optional(),
  /** Of the row: the record that it is about, 0 for none; of a city its code. */
  rowId: z.union([z.literal('0', 'id'), id], 'id').optional(),
  /** Of a column of a cross table by flow. */
  ofFlow: z.enum(crossFlows, 'choice').optional(),
  kind: z.enum(factKinds, 'choice').optional(),
})

const pageOfRows = pageAnswer(row).extend({
  ...about,
  /** Over all rows, not only those of the page. */
  totals: cells,
  /** Of a cross table: its figure, the names of its columns in order, and their totals; `total` is the last cell of each row. */
  cross: z.object({ figure: z.string(), columns: z.array(z.string()), totals: cells }).nullable(),
})
pageOfRows.register(z.globalRegistry, { id: 'ReportPage' })
const pageOfRecords = pageAnswer(factRow).extend({
  /** Over all records: how many there are, and what they come to in fen if the figure is money. The figure is one of the two. */
  count: z.int(),
  fen: z.int().nullable(),
  /** Of visits of days before it: the first day whose visits are all still kept. Otherwise null. */
  visitsFrom: z.iso.date().nullable(),
})
pageOfRecords.register(z.globalRegistry, { id: 'ReportRecords' })

/** The columns of the file of a cross table, in order: `across1` is the first. */
export const crossColumns = [
  ...Array.from({ length: mostCrossColumns }, (_, index) => `across${index + 1}` as const),
  'total' as const,
]

/** The columns of the file of a report: its figures, each also with its comparison. */
const columns = [
  'period',
  'id',
  'name',
  ...figureNames,
  ...figureNames.flatMap((name) => compared.map((part) => `${name}${part}` as const)),
  ...crossColumns,
] as unknown as [
  'period',
  'id',
  'name',
  ...(FigureName | `${FigureName}${(typeof compared)[number]}` | (typeof crossColumns)[number])[],
]

/** One schema for all reports; a report takes the columns of its own figures only. */
export const toExport = exportBody(page, columns)

const titled = ([zh, en]: Words, [zhAct, enAct]: Words): Words => [`${zhAct}${zh}`, `${enAct} ${en}`]

/** The endpoints of a report. */
export const reportCalls = <const N extends ReportName>({ name, path, what }: Report<N>) =>
  area(name, {
    page: {
      method: 'POST',
      path: `${path}/page`,
      kind: 'read',
      owned: true,
      summary: titled(what, ['查看', 'View']),
      body: page,
      answer: pageOfRows,
    },
    chart: {
      method: 'POST',
      path: `${path}/chart`,
      kind: 'read',
      point: 'page',
      owned: true,
      summary: titled(what, ['查看图表：', 'View the chart of']),
      body: chartBody,
      answer: chart,
    },
    /** What is behind a figure: as many records, or as much money, as the figure says. */
    records: {
      method: 'POST',
      path: `${path}/records`,
      kind: 'read',
      point: 'page',
      lists: [`${name}Records`],
      owned: true,
      summary: titled(what, ['查看数字背后的记录：', 'View the records behind a figure of']),
      body: recordsBody,
      answer: pageOfRecords,
    },
    export: {
      method: 'POST',
      path: `${path}/export`,
      kind: 'write',
      affects: ['exportTask'],
      staged: true,
      summary: titled(what, ['导出', 'Export']),
      body: toExport,
      answer: exportAnswer,
    },
    ...choicesOf(name, {
      channels: { of: 'channel', owned: true },
      orgs: 'org',
      plans: 'plan',
      products: 'product',
    }),
  })

export type ReportCalls = ReturnType<typeof reportCalls<ReportName>>
export type ReportPage = z.output<typeof page>
export type ReportAsked = Omit<ReportPage, 'current' | 'size' | 'sort' | 'by' | 'across' | 'cellFigure'>
export type ReportChartBody = z.output<typeof chartBody>
export type ReportRecordsBody = z.output<typeof recordsBody>
export type ReportExport = z.output<ReportCalls['export']['body']>
