import { type FigureName, figures, type Tally } from '@kabao/contract/statistics/report/figures'
import { eachDay, hoursOf } from '@kabao/contract/statistics/report/range'
import { type RawBuilder, sql } from 'kysely'
import type { Question } from './question.ts'
import { conditionsOf, type Scope, scopeOf } from './scope.ts'
import { columnOf, talliesOf } from './tally.ts'

/** Which days or hours are added up, each under the number of its period. */
interface Times {
  at: readonly string[]
  /** The number of the period of each; one time may be in several. */
  period: readonly number[]
}

/** The times of the periods of a question. @param only the numbers of the periods that are meant; left out: all */
export function timesOf(
  { periods, isHourly }: Question,
  side: 'now' | 'before',
  only?: ReadonlySet<number>,
): Times {
  const times: { at: string; period: number }[] = []
  periods.forEach(({ days, before, hour }, period) => {
    if (only && !only.has(period)) return
    const part = side === 'now' ? days : before
    if (isHourly) {
      const at = side === 'now' ? hour?.at : hour?.before
      if (at !== undefined) times.push({ at, period })
    } else if (part) for (const at of eachDay(part)) times.push({ at, period })
  })
  return { at: times.map(({ at }) => at), period: times.map(({ period }) => period) }
}

/** All times of one side of a question, each once. */
export function allTimesOf({ days, before, isHourly, clock }: Question, side: 'now' | 'before'): Times {
  const whole = side === 'now' ? days : before
  const at = whole === null ? [] : isHourly ? hoursOf(whole.from, clock) : eachDay(whole)
  return { at, period: at.map(() => 0) }
}

/** How cells are grouped: by the period, by the record, by both, or all in one. */
export type Grouping = 'both' | 'period' | 'dimension' | 'none'

/** The name of the part of a tally that came after its day was over. */
export const lateOf = (tally: Tally): string => `${tally}Late`

/** The names of the sums of the cells of these figures. */
export const sumNames = ({ way }: Question, names: readonly FigureName[]): string[] =>
  talliesOf(names).flatMap((tally) => (way === 'came' ? [tally, lateOf(tally)] : [tally]))

interface Asked {
  question: Question
  times: Times
  by: Grouping
  figures: readonly FigureName[]
  /** Only these records. */
  ids?: readonly string[]
}

/** Limits cells to one record, if one is meant and the report has records. */
export const ofRecord = (question: Question, rowId: string | undefined): Pick<Asked, 'ids'> =>
  rowId !== undefined && scopeOf(question).column !== null ? { ids: [rowId] } : {}

/**
 * SQL of the cells of a report: `period`, the number of the period, `id` of the record, and the tallies of the figures under their
 * names. Cells without any of them are left out. With the way `came`, also what came late. If one of the figures is the closing
 * balance, `orgs` has the organizations of the cell.
 */
export function cellsSql({ question, times, by, figures: names, ids }: Asked): RawBuilder<unknown> {
  const scope = scopeOf(question)
  const tallies = talliesOf(names)
  const period = by === 'both' || by === 'period' ? sql`k.period` : sql`null::int`
  const id =
    (by === 'both' || by === 'dimension') && scope.column ? sql`(${scope.column})::bigint` : sql`null::bigint`
  const sums = tallies.flatMap((tally) => sumsOf(tally, question, scope))
  const isClosing = names.some((name) => 'closing' in figures[name]) && scope.column
  const where = [
    ...sourceConditions(question, scope, times),
    ...conditionsOf(question),
    ...(ids && scope.column ? [sql`${scope.column} = any(${ids}::bigint[])`] : []),
    sql`(${sql.join(
      tallies.map((tally) => sql`${columnOf(tally)} <> 0`),
      sql` or `,
    )})`,
  ]
  const grouped = [
    ...(by === 'both' || by === 'period' ? [sql`k.period`] : []),
    ...(by === 'both' || by === 'dimension' ? (scope.column ? [scope.column] : []) : []),
  ]
  return sql`select ${period} as period, ${id} as id,
      ${isClosing ? sql`array_agg(distinct ${scope.column})` : sql`null::bigint[]`} as orgs, ${sql.join(sums)}
    from ${sourceOf(question, times)} where ${sql.join(where, sql` and `)}
    ${grouped.length > 0 ? sql`group by ${sql.join(grouped)}` : sql``}`
}

/** Visitors that the grain does not count are null, and so is every figure that is made of them. */
function sumsOf(tally: Tally, { way }: Question, scope: Scope): RawBuilder<unknown>[] {
  if (tally === 'uv' && !scope.hasVisitors)
    return [
      sql`null::bigint as uv`,
      ...(way === 'came' ? [sql`null::bigint as ${sql.id(lateOf('uv'))}`] : []),
    ]
  const column = columnOf(tally)
  const all = sql`sum(${column})::bigint as ${sql.id(tally)}`
  const late = sql`coalesce(sum(${column}) filter (where late), 0)::bigint as ${sql.id(lateOf(tally))}`
  return way === 'came' ? [all, late] : [all]
}

function sourceOf({ isHourly }: Question, { at, period }: Times): RawBuilder<unknown> {
  return isHourly
    ? sql`unnest(${at}::timestamptz[], ${period}::int[]) k (hour, period) join roll_up_hour r using (hour)`
    : sql`unnest(${at}::date[], ${period}::int[]) k (day, period) join roll_up r using (day)`
}

/** Bounds besides the times, so that the key of the table finds the rows in one range. */
function sourceConditions({ way, isHourly }: Question, { grain }: Scope, { at }: Times) {
  const inOrder = [...at].sort()
  const [first, last] = [inOrder[0] ?? 'infinity', inOrder.at(-1) ?? '-infinity']
  return isHourly
    ? [sql`r.grain = ${grain}`, sql`r.hour between ${first}::timestamptz and ${last}::timestamptz`]
    : [sql`r.way = ${way}`, sql`r.grain = ${grain}`, sql`r.day between ${first}::date and ${last}::date`]
}
