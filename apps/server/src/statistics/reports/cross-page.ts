import type { ReportPage } from '@kabao/contract/statistics/report/calls'
import type { ReportCell, ReportRow } from '@kabao/contract/statistics/report/rows'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type Added, cellOf } from './answer.ts'
import { sumNames } from './cells.ts'
import { type Cross, type CrossAsked, columnAt, crossCells, crossOf, orderOfCross } from './cross.ts'
import { findNames } from './names.ts'
import { findPageOfRows } from './page.ts'
import type { Question } from './question.ts'
import { scopeOf } from './scope.ts'

type Asked = CrossAsked & Pick<ReportPage, 'current' | 'size'>

interface Row extends Record<string, string | number | null> {
  $place: number | null
  $column: number | null
  id: string | null
}

/** One page of a cross table, with the totals of its columns and those of the report. */
export async function findPageOfCross(db: Db, question: Question, asked: Asked) {
  const cross = crossOf(question, asked)
  const [{ totals, days, before, upTo }, { rows, total }] = await Promise.all([
    findPageOfRows(db, question, { current: 1, size: 1, sort: '-period', by: 'dimension' }),
    findRows(db, cross, asked),
  ])
  const ids = rows.flatMap(({ $column, $place, id }) =>
    $column === null && $place !== null && id ? [id] : [],
  )
  const nameOf = await findNames(db, question.report.dimension, ids)
  const { hasVisitors } = scopeOf(question)
  const cell = (row: Row | undefined): ReportCell =>
    cellOf(cross.figure, { now: row as Added | undefined, isCompared: false, hasVisitors })
  /** The cells of a record; without one, of all. */
  const cellsOf = (id: string | null): Record<string, ReportCell> => {
    const own = new Map(rows.filter((row) => row.id === id).map((row) => [row.$column, row]))
    return Object.fromEntries([
      ...cross.columns.map((name, index) => [name, cell(own.get(index))]),
      ['total', cell(own.get(null))],
    ])
  }
  const records = ids.map((id): ReportRow => ({ period: null, id, ...nameOf(id), cells: cellsOf(id) }))
  return {
    records,
    total,
    current: asked.current,
    size: asked.size,
    days,
    before,
    upTo,
    totals,
    cross: { figure: cross.figure, columns: [...cross.columns], totals: cellsOf(null) },
  }
}

/** The cells of the records of a page, their totals, those of the columns, and that of all, from one reading of the roll-up. */
async function findRows(db: Db, cross: Cross, { current, size }: Pick<Asked, 'current' | 'size'>) {
  const names = sumNames(cross.question, [cross.figure])
  const added = sql.join(names.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`))
  const plain = (of: string) => sql.join(names.map((name) => sql.ref(`${of}.${name}`)))
  const { rows } = await sql<Row & { $count: number }>`
    with cells as materialized (${crossCells(cross)}),
      added as (select id, ${added} from cells group by id),
      page as (select row_number() over (order by ${orderOfCross(cross)})::int as "$place", added.* from added
        order by 1 limit ${size} offset ${(current - 1) * size}),
      columns as (select ${columnAt(cross)} as at, ${added} from cells group by 1)
    select 0 as "$count", p."$place", null::int as "$column", p.id, ${plain('p')} from page p
    union all select 0, p."$place", c.${columnAt(cross)}, c.id, ${plain('c')} from cells c join page p on p.id = c.id
    union all select 0, null, c.at, null, ${plain('c')} from columns c
    union all select (select count(*)::int from added), null, null, null, ${sql.join(
      names.map((name) => sql`sum(${sql.id(name)})::bigint`),
    )} from cells order by "$place" nulls last, "$column" nulls first`.execute(db.withoutPlugins())
  const total = Math.max(0, ...rows.map(({ $count }) => $count))
  return { rows: rows as Row[], total }
}
