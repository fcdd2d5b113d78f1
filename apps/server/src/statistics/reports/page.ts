import type { ReportPage } from '@kabao/contract/statistics/report/calls'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import type { ReportCell, ReportRow } from '@kabao/contract/statistics/report/rows'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { statisticsUpTo } from '../up-to.ts'
import { type Added, cellOf } from './answer.ts'
import { allTimesOf, cellsSql, sumNames, timesOf } from './cells.ts'
import { type Balances, endBefore, endOf, findBalances } from './closing.ts'
import { findNames } from './names.ts'
import { type Question, refuseOtherFigure } from './question.ts'
import { scopeOf } from './scope.ts'
import { figureSql } from './tally.ts'

type Asked = Pick<ReportPage, 'current' | 'size' | 'sort' | 'by'>

/** A cell as the database answers it. */
export interface Row extends Record<string, string | number | null | string[]> {
  period: number | null
  id: string | null
  orgs: string[] | null
}

/** One page of the rows of a report, with the totals of all rows. */
export async function findPageOfRows(db: Db, question: Question, asked: Asked) {
  const { report, days, before } = question
  const isCompared = before !== null
  const [{ rows, totals, total }, earlier, upTo] = await Promise.all([
    findRows(db, question, asked),
    isCompared ? findWhole(db, question) : undefined,
    statisticsUpTo(db),
  ])
  const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  const [rowsBefore, nameOf] = await Promise.all([
    isCompared ? findBefore(db, question, asked.by, rows, ids) : new Map<string, Row>(),
    findNames(db, report.dimension, ids),
  ])
  const { hasVisitors } = scopeOf(question)
  const closing = await closingOf(db, question, [...rows, totals])
  const cellsOf = (now: Row | undefined, then: Row | undefined) =>
    Object.fromEntries(
      report.figures.map((name): [FigureName, ReportCell] => [
        name,
        cellOf(name, {
          now: now as Added | undefined,
          before: then as Added | undefined,
          isCompared,
          hasVisitors,
          closing: now ? closing(now) : { now: 0, before: 0 },
        }),
      ]),
    )
  const records = rows.map(
    (row): ReportRow => ({
      period: row.period === null ? null : (question.periods[row.period]?.key ?? null),
      id: row.id,
      ...(row.id === null ? { name: null, code: null } : nameOf(row.id)),
      cells: cellsOf(row, rowsBefore.get(keyOf(row))),
    }),
  )
  return {
    records,
    total,
    current: asked.current,
    size: asked.size,
    days,
    before,
    upTo,
    totals: cellsOf(totals, earlier),
    cross: null,
  }
}

const keyOf = ({ period, id }: Pick<Row, 'period' | 'id'>) => `${period} ${id}`

/** The order of the rows: by the sort, within it by the figure of the chart, and at last by the record. */
export function orderOfRows(
  { report }: Question,
  { sort, by }: Pick<Asked, 'sort' | 'by'>,
  of = 'c',
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const isDescending = sort.startsWith('-')
  const name = sort.replace('-', '') as FigureName | 'period'
  const direction = isDescending ? sql`desc` : sql`asc`
  const main = sql`${figureSql(report.chart, column)} desc nulls last`
  const last = sql`${column('id')}, ${column('period')} desc`
  if (name === 'period')
    return by === 'dimension'
      ? sql`${main}, ${last}`
      : sql`${column('period')} ${direction}, ${main}, ${last}`
  refuseOtherFigure(report, name, 'sort')
  if ('closing' in figures[name]) throw invalid({ sort: 'notOfReport' })
  return sql`${figureSql(name, column)} ${direction} nulls last, ${last}`
}

/** The rows of a page, and the totals of all rows, over one reading of the roll-up. */
async function findRows(db: Db, question: Question, asked: Asked) {
  const { figures: shown } = question.report
  const { current, size, by } = asked
  const cells = cellsSql({ question, times: timesOf(question, 'now'), by, figures: shown })
  const sums = sumNames(question, shown).map((name) => sql`sum(${sql.id(name)})::bigint`)
  const { rows } = await sql<Row & { $place: number | null; $count: number }>`
    with cells as materialized (${cells}),
      page as (select row_number() over (order by ${orderOfRows(question, asked)})::int as "$place", c.* from cells c
        order by 1 limit ${size} offset ${(current - 1) * size})
    select 0 as "$count", p.* from page p
    union all
    select count(*)::int, null, null, null, (select array_agg(distinct o) from cells c, unnest(c.orgs) o), ${sql.join(sums)}
    from cells order by "$place" nulls last`.execute(db.withoutPlugins())
  const totals = rows.at(-1) as Row & { $count: number }
  return { rows: rows.slice(0, -1) as Row[], totals: totals as Row, total: totals.$count }
}

/** The totals of the days that a range is compared with. */
async function findWhole(db: Db, question: Question): Promise<Row | undefined> {
  const times = allTimesOf(question, 'before')
  const cells = cellsSql({ question, times, by: 'none', figures: question.report.figures })
  return (await sql<Row>`${cells}`.execute(db.withoutPlugins())).rows[0]
}

/** What the rows of a page are compared with, by their keys. */
async function findBefore(
  db: Db,
  question: Question,
  by: Asked['by'],
  rows: readonly Row[],
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const periods = new Set(rows.flatMap(({ period }) => period ?? []))
  const times = by === 'dimension' ? allTimesOf(question, 'before') : timesOf(question, 'before', periods)
  const figures = question.report.figures
  const cells = cellsSql({ question, times, by, figures, ...(by !== 'period' && ids.length > 0 && { ids }) })
  const found = await sql<Row>`${cells}`.execute(db.withoutPlugins())
  return new Map(found.rows.map((row) => [keyOf(row), row]))
}

/** The closing balances of rows. Those of a keeper of channels are not told, because they are not about his channels. */
async function closingOf(db: Db, question: Question, rows: readonly Row[]) {
  const { report, periods, owner } = question
  if (owner !== null || !report.figures.some((name) => 'closing' in figures[name]))
    return () => ({ now: null, before: null })
  const whole = { days: question.days, before: question.before }
  const asked = rows.flatMap((row): (Balances | null)[] => {
    const period = row.period === null ? whole : (periods[row.period] ?? whole)
    const orgs = row.orgs ?? []
    const earlier = endBefore(question, period)
    return [{ orgs, before: endOf(question, period) }, earlier === null ? null : { orgs, before: earlier }]
  })
  const found = await findBalances(
    db,
    asked.map((each) => each ?? { orgs: [], before: 0 }),
  )
  const placeOf = new Map(rows.map((row, place) => [row, place * 2]))
  return (row: Row) => {
    const place = placeOf.get(row) ?? 0
    return {
      now: found[place] ?? null,
      before: asked[place + 1] === null ? null : (found[place + 1] ?? null),
    }
  }
}
