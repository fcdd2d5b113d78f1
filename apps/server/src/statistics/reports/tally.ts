import {
  type Figure,
  type FigureName,
  figures,
  type Sum,
  sumsOf,
  type Tally,
} from '@kabao/contract/statistics/report/figures'
import { type RawBuilder, sql } from 'kysely'

/** The name of the column of a tally in the roll-ups. */
export const columnName = (tally: Tally): string =>
  tally.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The column of a tally in the roll-ups. */
export const columnOf = (tally: Tally): RawBuilder<number> => sql.ref(columnName(tally))

/** The tallies that these figures are made of, each once. */
export const talliesOf = (names: readonly FigureName[]): Tally[] => [
  ...new Set(names.flatMap((name) => sumsOf(figures[name])).flatMap((sum) => Object.keys(sum) as Tally[])),
]

/** SQL of a sum over columns that have the names of the tallies. */
const added = (sum: Sum, of: (tally: Tally) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(sum).map(([tally, sign]) =>
      sign > 0 ? sql`+ ${of(tally as Tally)}` : sql`- ${of(tally as Tally)}`,
    ),
    sql` `,
  )

/** SQL of a figure, as `figureOf` computes it; null if it cannot be told. */
export function figureSql(
  name: FigureName,
  of: (tally: Tally) => RawBuilder<unknown> = (tally) => sql.ref(tally),
): RawBuilder<unknown> {
  const figure: Figure = figures[name]
  const [top, bottom] = sumsOf(figure).map((sum) => added(sum, of))
  if (top === undefined) return sql`null::bigint`
  if (bottom === undefined) return sql`(${top})`
  const quotient = sql`((${top})::numeric / nullif((${bottom}), 0))`
  if ('isShare' in figure) return sql`case when (${top}) <= (${bottom}) then ${quotient} end`
  return figure.format === 'price' ? sql`round(${quotient})` : quotient
}

/** SQL of what a figure weighs: itself, or of a quotient what is divided by. */
export function weightSql(name: FigureName): RawBuilder<unknown> {
  const sum = sumsOf(figures[name]).at(-1)
  return sum ? sql`(${added(sum, (tally) => sql.ref(tally))})` : sql`0`
}
