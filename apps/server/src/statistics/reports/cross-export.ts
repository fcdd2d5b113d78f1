import type { Words } from '@kabao/contract'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { sql } from 'kysely'
import type { RowsQuery } from '#platform/db/page'
import type { ExportColumn } from '#platform/exports/list-export'
import { type Cross, columnAt, crossCells, isZeroWhenMissing, orderOfCross } from './cross.ts'
import { textOfPeriod } from './exported-rows.ts'
import { figureSql, talliesOf } from './tally.ts'

const { flow, nobody, total } = reportWords.tree

/** The columns of the file of a cross table by name. @param cellOf makes a column of the figure */
export function crossColumnsOf(
  cross: Cross,
  cellOf: (name: FigureName, title: Words, value: ReturnType<typeof sql>) => ExportColumn,
): Record<string, ExportColumn> {
  const { question, across, figure, columns } = cross
  const titleOf = (column: string): Words => {
    if (across === 'flow') return column === 'none' ? nobody : flow[column as keyof typeof flow]
    const text = textOfPeriod(question, column)
    return [text, text]
  }
  return Object.fromEntries([
    ...columns.map((column, index) => [
      `across${index + 1}`,
      cellOf(figure, titleOf(column), sql`t.cells[${sql.lit(index + 1)}]`),
    ]),
    ['total', cellOf(figure, total, sql`t.total`)],
  ])
}

/** All rows of a cross table as a list to be exported, the totals as its last row: `record_id`, `is_total`, `cells` and `total`. */
export function exportedCross(cross: Cross): RowsQuery {
  const { figure, columns } = cross
  const sums = sql.join(
    talliesOf([figure]).map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`),
  )
  const cell = isZeroWhenMissing(cross) ? sql`coalesce(f.value, 0)` : sql`f.value`
  const places = sql`generate_series(0, ${sql.lit(columns.length - 1)}) g`
  const isMoneyOrCount = 'sum' in figures[figure]
  const value = isMoneyOrCount ? sql`${figureSql(figure)}::numeric` : figureSql(figure)
  return {
    table: sql`(
      with cells as materialized (${crossCells(cross)}),
        valued as (select id, ${columnAt(cross)} as at, ${value} as value from cells),
        of_columns as (select at, ${value} as value from (select ${columnAt(cross)} as at, ${sums} from cells group by 1) s),
        added as (select id, ${sums} from cells group by id)
      select row_number() over (order by ${orderOfCross(cross)}) as id, false as is_total, a.id as record_id,
        array(select ${cell} from ${places} left join valued f on f.at = g and f.id = a.id order by g) as cells, ${value} as total
      from added a
      union all
      select 9223372036854775807, true, null,
        array(select ${cell} from ${places} left join of_columns f on f.at = g order by g), ${value}
      from (select ${sums} from cells) s)`,
    where: [],
    isDescending: false,
  }
}
