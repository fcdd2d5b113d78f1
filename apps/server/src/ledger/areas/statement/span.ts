import { endOfDay, startOfDay } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { timeIdAt } from '#platform/db/partitions'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'

/** The part of an organization's account that a statement covers: the transfers after one number up to another. */
export interface Span {
  orgId: string
  orgCode: string
  orgName: string
  accountId: string
  /** ISO 8601: the first instant of the month, and the first one after it. */
  from: string
  to: string
  /** The last transfer before the month, and the last one of it; 0 if there is none. */
  openingNumber: number
  closingNumber: number
  openingFen: number
  closingFen: number
}

/** The instants at which a month begins and ends: those of its first and last business day. @param month `yyyy-mm` */
export function instantsOf(settings: Settings, month: string): { from: string; to: string } {
  const clock = businessClock(settings)
  const [year, nth] = month.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10)
  return {
    from: new Date(startOfDay(`${month}-01`, clock)).toISOString(),
    to: new Date(endOfDay(last, clock)).toISOString(),
  }
}

/**
 * Finds what the statement of a month covers. A statement is a run of numbers without a gap, so what it opens with and its transfers
 * always make what it closes with, and it closes with what the next one opens with.
 * @returns undefined if there is no such organization
 */
export async function findSpan(
  db: Db,
  settings: Settings,
  { orgId, month }: { orgId: string; month: string },
): Promise<Span | undefined> {
  const { from, to } = instantsOf(settings, month)
  const lastBefore = (instant: string) => sql`(
    select t.number, t.balance_after_fen as fen from transfer t
    where t.account_id = a.id and t.id < ${timeIdAt(Date.parse(instant))} order by t.id desc limit 1)`
  const { rows } = await sql<Omit<Span, 'from' | 'to'>>`
    select org.id as "orgId", org.code as "orgCode", org.name as "orgName", a.id as "accountId",
      coalesce(opening.number, 0)::float8 as "openingNumber", coalesce(closing.number, 0)::float8 as "closingNumber",
      coalesce(opening.fen, 0)::float8 as "openingFen", coalesce(closing.fen, 0)::float8 as "closingFen"
    from org join account a on a.org_id = org.id
      left join lateral ${lastBefore(from)} opening on true left join lateral ${lastBefore(to)} closing on true
    where org.id = ${orgId}`.execute(db.withoutPlugins())
  return rows[0] && { ...rows[0], from, to }
}
