import { wallClockAt } from '@kabao/contract/kernel/business-clock'
import type { ReportPage } from '@kabao/contract/statistics/report/calls'
import { figures } from '@kabao/contract/statistics/report/figures'
import { type RawBuilder, sql } from 'kysely'
import type { RowsQuery } from '#platform/db/page'
import { timeIdAt } from '#platform/db/partitions'
import { allTimesOf, cellsSql, timesOf } from './cells.ts'
import { endBefore, endOf } from './closing.ts'
import { orderOfRows } from './page.ts'
import type { Period, Question } from './question.ts'
import { talliesOf } from './tally.ts'

/** The name of a tally of the days before. */
export const beforeName = (tally: string): string => `${tally}Before`

/**
 * All rows of a report as a list to be exported, the totals as its last row: `period_text`, `record_id`, `is_total`, the tallies by
 * name, also those of the days before, and the closing balances.
 */
export function exportedRows(question: Question, { sort, by }: Pick<ReportPage, 'sort' | 'by'>): RowsQuery {
  const { report, periods, before } = question
  const names = report.figures
  const tallies = talliesOf(names)
  const now = cellsSql({ question, times: timesOf(question, 'now'), by, figures: names })
  const beforeTimes = by === 'dimension' ? allTimesOf(question, 'before') : timesOf(question, 'before')
  const then = cellsSql({ question, times: beforeTimes, by, figures: names })
  const thenAll = cellsSql({ question, times: allTimesOf(question, 'before'), by: 'none', figures: names })
  const sums = tallies.map((tally) => sql`sum(${sql.id(tally)})::bigint as ${sql.id(tally)}`)
  const earlier = tallies.map(
    (tally) => sql`${beforeValue(tally, before !== null)} as ${sql.id(beforeName(tally))}`,
  )
  const own = tallies.map((tally) => sql`c.${sql.id(tally)}`)
  return {
    table: sql`(
      with cells as materialized (${now}), earlier as materialized (${then})
      select row_number() over (order by ${orderOfRows(question, { sort, by }, 'c')}) as id, false as is_total, c.id as record_id,
        (${texts(question)}::text[])[c.period + 1] as period_text, ${sql.join([...own, ...earlier, ...closings(question, 'c')])}
      from cells c left join earlier b on b.period is not distinct from c.period and b.id is not distinct from c.id
      union all
      select 9223372036854775807, true, null, null, ${sql.join([...own, ...earlier, ...closings(question, 'c')])}
      from (select null::int as period, array(select distinct o from cells, unnest(orgs) o) as orgs, ${sql.join(sums)} from cells) c
        cross join (${thenAll}) b)`,
    where: [],
    isDescending: false,
  }
  function closings(asked: Question, of: string): RawBuilder<unknown>[] {
    const isTold = asked.owner === null && names.some((name) => 'closing' in figures[name])
    if (!isTold) return [sql`null::bigint as closing`, sql`null::bigint as closing_before`]
    const whole = { days: asked.days, before: asked.before }
    const ends = [...periods, whole].map((period) => endOf(asked, period as Period))
    const endsBefore = [...periods, whole].map((period) => endBefore(asked, period as Period))
    return [
      sql`${balance(of, ends, periods.length)} as closing`,
      before
        ? sql`${balance(of, endsBefore, periods.length)} as closing_before`
        : sql`null::bigint as closing_before`,
    ]
  }
}

const beforeValue = (tally: string, isCompared: boolean): RawBuilder<unknown> =>
  !isCompared ? sql`null::bigint` : tally === 'uv' ? sql`b.uv` : sql`coalesce(b.${sql.id(tally)}, 0)`

/** What the organizations of a cell have when its period is over; without a period, the last of the ends. */
const balance = (of: string, ends: readonly (number | null)[], last: number): RawBuilder<unknown> => sql`(
  select sum(coalesce(b.fen, 0)) from unnest(${sql.ref(`${of}.orgs`)}) o (org_id) left join account a on a.org_id = o.org_id
  left join lateral (select t.balance_after_fen as fen from transfer t where t.account_id = a.id
    and t.id < (${ends.map((end) => timeIdAt(end ?? 0))}::bigint[])[coalesce(${sql.ref(`${of}.period`)}, ${last}) + 1]
    order by t.id desc limit 1) b on true)`

/** The periods as they are written: days, or the clock time of hours. */
const texts = (question: Question): string[] => question.periods.map(({ key }) => textOfPeriod(question, key))

/** A period as it is written: the first day, or the clock time of an hour. */
export const textOfPeriod = ({ isHourly, clock }: Question, key: string): string =>
  isHourly ? wallClockAt(Date.parse(key), clock.timeZone).slice(0, 16) : key
