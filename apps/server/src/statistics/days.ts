import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Business days, both included, `yyyy-mm-dd`. */
export interface DayRange {
  first: string
  last: string
}

/**
 * The condition of facts that are counted on business days. One index has the facts that are later than the day on which their person came,
 * and another one all by their own day.
 */
export const ofDays = (way: 'day' | 'came', { first, last }: DayRange): RawBuilder<unknown> =>
  way === 'day'
    ? sql`day between ${first}::date and ${last}::date`
    : sql`(came between ${first}::date and ${last}::date and came < day
        or day between ${first}::date and ${last}::date and came = day)`

/** The first business day that has facts or figures, and the last one. Null if there is none. */
export async function knownDays(db: Db): Promise<DayRange | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(least((select min(came) from fact where came < day), (select min(day) from fact), (select min(day) from roll_up),
        (select business_day(time_of_id(min(id))) from visit)), 'YYYY-MM-DD') as first,
      to_char(greatest((select max(day) from fact), (select max(day) from roll_up),
        (select business_day(time_of_id(max(id))) from visit)), 'YYYY-MM-DD') as last`.execute(
    db.withoutPlugins(),
  )
  const { first = null, last = null } = rows[0] ?? {}
  return first && last ? { first, last } : null
}

/** A range in pieces of some days. */
export function* piecesOf({ first, last }: DayRange, days: number): Generator<DayRange> {
  for (let from = first; from <= last; from = daysAfter(from, days)) {
    const to = daysAfter(from, days - 1)
    yield { first: from, last: to < last ? to : last }
  }
}

/** The first business day of which all visits and visitors are still there: those before were dropped with their partitions. */
export async function visitsFrom(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(greatest((select business_day(min(from_at)) + 1 from partitions_of('visit')),
      (select min(from_at) at time zone 'UTC' from partitions_of('day_visitor'))), 'YYYY-MM-DD') as day`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.day as string
}
