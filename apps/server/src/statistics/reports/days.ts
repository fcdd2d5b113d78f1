import { startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

interface Clock {
  from: number | null
  timeZone: string
  dayStartsAt: string
}

/** The first instants of business days by the clocks that held then, as `business_day` of the database tells them. */
export async function findStarts(db: Db, days: readonly string[]): Promise<number[]> {
  const { rows: clocks } = await sql<Clock>`
    select case when isfinite(from_at) then extract(epoch from from_at)::float8 * 1000 end as "from", time_zone as "timeZone",
      to_char(day_starts_at, 'HH24:MI') as "dayStartsAt"
    from business_clock order by from_at`.execute(db.withoutPlugins())
  return days.map((day) => startOf(day, clocks))
}

/** The first instant that belongs to the day or a later one. */
function startOf(day: string, clocks: readonly Clock[]): number {
  for (const [at, clock] of clocks.entries()) {
    const from = clock.from ?? Number.NEGATIVE_INFINITY
    const until = clocks[at + 1]?.from ?? Number.POSITIVE_INFINITY
    const start = Math.max(startOfDay(day, clock), from)
    if (start < until) return start
  }
  throw new Error('There is no business clock')
}
