import type { BusinessClock } from '@kabao/contract/business-clock'
import { businessDayAt, endOfDay, startOfDay } from '@kabao/contract/business-clock'
import type { PlanDetail, PlanToday } from '@kabao/contract/plan'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import { idsBetween } from '#db/partitions'
import { highestFen, pacedCap } from '../../match/match.ts'
import { elapsedShare, opensAt } from '../../match/windows.ts'

/** The pushes of a plan on a business day. */
export interface DayFigures {
  pushed: number
  accepted: number
  rejected: number
  /** Under way, or not known yet whether it was taken. */
  pending: number
  failed: number
  /** What counts towards the cap: neither rejected nor failed. A person that was returned was sent, so it counts. */
  used: number
  /** The price of what is accepted or under way; a return is paid back. */
  spentFen: number
}

/** The first instant of a business day and the first after it, as ISO 8601. */
export function boundsOf(day: string, clock: BusinessClock): { from: string; to: string } {
  const iso = (at: number) => new Date(at).toISOString()
  return { from: iso(startOfDay(day, clock)), to: iso(endOfDay(day, clock)) }
}

/** The figures of a plan between two instants, from an index of its pushes, whose ids are in the order of time. */
export async function figuresOf(
  db: Db,
  planId: string,
  { from, to }: { from: string; to: string },
): Promise<DayFigures> {
  const { rows } = await sql<DayFigures>`
    select count(*)::int as pushed,
      count(*) filter (where status = 'accepted')::int as accepted,
      count(*) filter (where status in ('rejected', 'duplicate'))::int as rejected,
      count(*) filter (where status in ('pending', 'unknown'))::int as pending,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status in ('pending', 'unknown', 'accepted', 'returned'))::int as used,
      coalesce(sum(price_fen) filter (where status in ('pending', 'unknown', 'accepted')), 0)::float8 as "spentFen"
    from push_record
    where ${sql.join([sql`plan_id = ${planId}`, ...idsBetween(sql`id`, { from, to })], sql` and `)}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] as DayFigures
}

/** Whether nobody more fits the cap or the budget of a day. */
export const isFull = (
  plan: Pick<PlanDetail, 'dailyCap' | 'dailyBudgetFen' | 'priceFen' | 'priceMaxFen'>,
  { used, spentFen }: Pick<DayFigures, 'used' | 'spentFen'>,
): boolean =>
  (plan.dailyCap !== null && used >= plan.dailyCap) ||
  (plan.dailyBudgetFen !== null && spentFen + highestFen(plan) > plan.dailyBudgetFen)

/** The figures of a plan on the business day of an instant. @param at milliseconds since 1970 */
export async function todayOf(
  db: Db,
  plan: PlanDetail,
  at: number,
  clock: BusinessClock,
): Promise<PlanToday> {
  const day = businessDayAt(at, clock)
  const bounds = boundsOf(day, clock)
  const { dailyCap, dailyBudgetFen, isPaced } = plan
  const opens = plan.status === 'ended' ? null : opensAt(plan, at, clock)
  return {
    day,
    ...bounds,
    ...(await figuresOf(db, plan.id, bounds)),
    dailyCap,
    dailyBudgetFen,
    isPaced,
    expected: dailyCap === null ? null : pacedCap(dailyCap, elapsedShare(plan.windows, at, clock)),
    isOpen: opens === at,
    opensAt: opens === null || opens === at ? null : new Date(opens).toISOString(),
  }
}
