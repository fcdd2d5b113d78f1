import type { Words } from '../../kernel/language.ts'
import type { ReportName } from '../../kernel/report-names.ts'
import type { flows } from '../../users/user.ts'
import type { FigureName } from './figures.ts'
import type { Preset } from './range.ts'

/** What the rows of a report are about, besides their period; `none`: the whole service. */
export type Dimension = 'channel' | 'org' | 'product' | 'city' | 'none'
/** The filters by the id of a record; `cityCode` has the code of a city. */
export const reportFilters = ['channelId', 'orgId', 'planId', 'productId', 'cityCode'] as const
export type ReportFilter = (typeof reportFilters)[number]
/** How large the regions are that the rows of a report by city are about. */
export const regionLevels = ['province', 'city', 'district'] as const
export type RegionLevel = (typeof regionLevels)[number]
export type Flow = (typeof flows)[number]

/** The declaration of a report, from which its endpoints, queries and page follow. */
export interface Report<N extends ReportName = ReportName> {
  /** The area of its endpoints, which its permission points begin with. */
  name: N
  /** The route name of its page in the menu, and the path of its endpoints. */
  page: string
  path: `/chart/${string}`
  /** Its title within a sentence. */
  what: Words
  dimension: Dimension
  /** It counts this flow only. */
  flow?: Flow
  /** Its figures, in the order of the columns. */
  figures: readonly [FigureName, ...FigureName[]]
  /** The figures whose columns are shown until the reader shows others; by default all. */
  inTable?: readonly FigureName[]
  /** Those of the card of a row on a narrow screen. */
  onCard: readonly FigureName[]
  filters: readonly ReportFilter[]
  /** The range that is shown first. */
  preset: Preset
  /** The figure of the chart; rows of one period are in its order. */
  chart: FigureName
  /** How the chart is drawn: lines, or bars that add up. */
  chartKind: 'lines' | 'stacked'
  /** The report that a name opens for that record; its filter is of the dimension. */
  drillDown?: ReportName
}

/** The filter by the id of a dimension. */
export const filterOf: Readonly<Record<Exclude<Dimension, 'none'>, ReportFilter>> = {
  channel: 'channelId',
  org: 'orgId',
  product: 'productId',
  city: 'cityCode',
}
