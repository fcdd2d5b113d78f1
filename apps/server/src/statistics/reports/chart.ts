import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { ReportChart } from '@kabao/contract/statistics/report/rows'
import { sql } from 'kysely'
import { invalid } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { statisticsUpTo } from '../up-to.ts'
import { figureIn } from './answer.ts'
import { cellsSql, sumNames, timesOf } from './cells.ts'
import { findNames } from './names.ts'
import { type Question, refuseOtherFigure } from './question.ts'
import { scopeOf } from './scope.ts'
import { weightSql } from './tally.ts'

/** How many records a chart shows by themselves. */
const mostSeries = 8

type Row = Record<string, string | number | null> & { period: number; id: string | null }

/** A figure over the periods: of the largest records, and of all others together. */
export async function findChart(db: Db, question: Question, figure: FigureName): Promise<ReportChart> {
  const { report, periods, days, before } = question
  refuseOtherFigure(report, figure, 'figure')
  if ('closing' in figures[figure]) throw invalid({ figure: 'notOfReport' })
  const [rows, earlier, upTo] = await Promise.all([
    findSeries(db, question, figure),
    before ? findBefore(db, question, figure) : null,
    statisticsUpTo(db),
  ])
  const { hasVisitors } = scopeOf(question)
  const ids = [...new Set(rows.map(({ id }) => id))]
  const nameOf = await findNames(
    db,
    report.dimension,
    ids.filter((id) => id !== null),
  )
  const valuesOf = (some: readonly Row[]) => {
    const at = new Map(some.map((row) => [row.period, row]))
    return periods.map((_, period) => figureIn(figure, at.get(period), hasVisitors))
  }
  return {
    days,
    before,
    upTo,
    figure,
    periods: periods.map(({ key }) => key),
    series: ids.map((id) => ({
      id,
      name: id === null ? null : nameOf(id).name,
      values: valuesOf(rows.filter((row) => row.id === id)),
    })),
    beforeValues: earlier && valuesOf(earlier),
  }
}

/** The cells of the chart, the largest records first, without an id those of all others together. */
async function findSeries(db: Db, question: Question, figure: FigureName): Promise<Row[]> {
  const by = scopeOf(question).column ? 'both' : 'period'
  const cells = cellsSql({ question, times: timesOf(question, 'now'), by, figures: [figure] })
  const sums = sumNames(question, [figure]).map(
    (name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`,
  )
  const { rows } = await sql<Row>`
    with cells as materialized (${cells}),
      added as (select id, ${sql.join(sums)} from cells group by id),
      largest as (select id, row_number() over (order by ${weightSql(figure)} desc nulls last, id)::int as place from added
        order by place limit ${mostSeries})
    select c.period, l.id, ${sql.join(sums)} from cells c left join largest l on l.id = c.id
    group by c.period, l.id, l.place order by l.place nulls last, c.period`.execute(db.withoutPlugins())
  return rows
}

async function findBefore(db: Db, question: Question, figure: FigureName): Promise<Row[]> {
  const cells = cellsSql({ question, times: timesOf(question, 'before'), by: 'period', figures: [figure] })
  return (await sql<Row>`${cells}`.execute(db.withoutPlugins())).rows
}
