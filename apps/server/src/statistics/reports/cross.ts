import { codes } from '@kabao/contract'
import { mostCrossColumns, type ReportPage } from '@kabao/contract/statistics/report/calls'
import { crossFlows } from '@kabao/contract/statistics/report/cross-flows'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { Flow } from '@kabao/contract/statistics/report/report'
import { type RawBuilder, sql } from 'kysely'
import { invalid, Problem } from '#platform/base/problem'
import { cellsSql, timesOf } from './cells.ts'
import { type Question, refuseOtherFigure } from './question.ts'
import { scopeOf } from './scope.ts'
import { figureSql } from './tally.ts'

export type CrossAsked = Pick<ReportPage, 'sort' | 'cellFigure'> & { across: 'period' | 'flow' }

/** A cross table: records by periods or by flows, of one figure. */
export interface Cross {
  question: Question
  across: 'period' | 'flow'
  figure: FigureName
  /** The names of its columns: the keys of the periods, or flows. */
  columns: readonly string[]
  isDescending: boolean
}

/** @throws Problem at a field that does not fit the report */
export function crossOf(question: Question, { across, cellFigure, sort }: CrossAsked): Cross {
  const { report, flow, periods } = question
  const figure = cellFigure ?? report.chart
  refuseOtherFigure(report, figure, 'cellFigure')
  if ('closing' in figures[figure]) throw invalid({ cellFigure: 'notOfReport' })
  if (report.dimension === 'none' || (across === 'flow' && flow !== undefined))
    throw invalid({ across: 'notOfReport' })
  if (across === 'period' && periods.length > mostCrossColumns)
    throw new Problem(codes.invalid, 'invalid', {
      fields: { grain: 'tooManyColumns' },
      values: { max: mostCrossColumns },
    })
  const columns = across === 'flow' ? crossFlows : periods.map(({ key }) => key)
  return { question, across, figure, columns, isDescending: sort !== figure }
}

/** The flow of a column as the roll-ups have it. */
export const flowOfColumn = (column: string): Flow => (column === 'none' ? '' : column) as Flow

/** A question about one column of a cross table by flow. @throws Problem if the question is of another flow */
export function ofColumn(question: Question, column: string | undefined): Question {
  if (column === undefined) return question
  const flow = flowOfColumn(column)
  if (question.flow !== undefined && question.flow !== flow) throw invalid({ ofFlow: 'notOfReport' })
  return { ...question, flow }
}

/** SQL of the cells: `period`, the number of the column, `id` of the record, and the tallies of the figure. */
export function crossCells({ question, across, figure, columns }: Cross): RawBuilder<unknown> {
  const times = timesOf(question, 'now')
  if (across === 'period') return cellsSql({ question, times, by: 'both', figures: [figure] })
  const once = { at: [...new Set(times.at)], period: [...new Set(times.at)].map(() => 0) }
  return sql.join(
    columns.map((column, index) => {
      const ofFlow = { ...question, flow: flowOfColumn(column) }
      const cells = cellsSql({ question: ofFlow, times: once, by: 'dimension', figures: [figure] })
      return sql`select * from (select ${sql.lit(index)}::int as column_at, c.* from (${cells}) c) of_flow`
    }),
    sql` union all `,
  )
}

/** The number of the column of a cell. */
export const columnAt = ({ across }: Cross): RawBuilder<unknown> =>
  across === 'flow' ? sql.ref('column_at') : sql.ref('period')

/** The order of the rows: by the totals of the records. */
export const orderOfCross = ({ figure, isDescending }: Cross): RawBuilder<unknown> =>
  sql`${figureSql(figure)} ${isDescending ? sql`desc` : sql`asc`} nulls last, id`

/** Whether a cell without a row of the roll-up is 0, and not unknown. */
export const isZeroWhenMissing = ({ question, figure }: Cross): boolean => {
  const of = figures[figure]
  return 'sum' in of && !('uv' in of.sum && !scopeOf(question).hasVisitors)
}
