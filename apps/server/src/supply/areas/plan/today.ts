import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { businessDayAt, endOfDay, startOfDay } from '@kabao/contract/kernel/business-clock'
import type { PlanDetail, PlanToday } from '@kabao/contract/supply/plan'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { highestFen, pacedCap } from '../../match/match.ts'
import { elapsedShare, opensAt } from '../../match/windows.ts'

/** A plan on a business day: its pushes by status, and what is used of its cap and budget. */
export interface DayFigures {
  pushed: number
  accepted: number
  rejected: number
  /** Under way, or not known yet whether it was taken. */
  pending: number
  failed: number
  /** What counts towards the cap: neither rejected nor failed. A person that was returned was sent, so it counts. */
  used: number
  /** The price of what counts; a return is paid back. */
  spentFen: number
}

/** The first instant of a business day and the first after it, as ISO 8601. */
export function boundsOf(day: string, clock: BusinessClock): { from: string; to: string } {
  const iso = (at: number) => new Date(at).toISOString()
  return { from: iso(startOfDay(day, clock)), to: iso(endOfDay(day, clock)) }
}

/**
 * The figures of a plan on a business day: what counts from the counters of the match, and the pushes that were requested on that
 * day by status from their tallies. No push is read.
 * @param bounds of the business day; a day that begins within a quarter of an hour begins with it here
 */
export async function figuresOf(
  db: Db,
  planId: string,
  { from, to }: { from: string; to: string },
): Promise<DayFigures> {
  const slots = sql`kind = 'plan' and id = ${planId} and slot >= date_bin('15 minutes', ${from}::timestamptz, timestamptz 'epoch')
    and slot < date_bin('15 minutes', ${to}::timestamptz, timestamptz 'epoch')`
  const { rows } = await sql<DayFigures>`
    with tally as (
      select what, n from push_tally where ${slots} union all select what, n from push_tally_new where ${slots}
    ), pushes as (
      select coalesce(sum(n), 0)::int as pushed,
        coalesce(sum(n) filter (where what = 'accepted'), 0)::int as accepted,
        coalesce(sum(n) filter (where what in ('rejected', 'duplicate')), 0)::int as rejected,
        coalesce(sum(n) filter (where what in ('pending', 'unknown')), 0)::int as pending,
        coalesce(sum(n) filter (where what = 'failed'), 0)::int as failed from tally
    )
    select pushes.*, coalesce(c.used, 0) as used, coalesce(c.fen, 0)::float8 as "spentFen"
    from pushes left join cap_use c on ${dayUse(sql`${planId}::bigint`, from)}`.execute(db.withoutPlugins())
  return rows[0] as DayFigures
}

/** How many people wait until the plan can take them, counted up to 1,000. */
async function waitingFor(db: Db, planId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from due_step where wakes in (true, false) and waits_for = ${planId} limit 1000) w`.execute(db)
  return rows[0]?.n ?? 0
}

/** An SQL condition on `cap_use c`: what is used of the caps of this plan on the business day that begins then. */
export const dayUse = (planId: RawBuilder<unknown>, from: string): RawBuilder<unknown> =>
  sql`(c.kind, c.id, c.channel_id, c.span, c.starts) = ('plan', ${planId}, 0::bigint, 'day', ${from}::timestamptz)`

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
    waiting: await waitingFor(db, plan.id),
    dailyCap,
    dailyBudgetFen,
    isPaced,
    expected: dailyCap === null ? null : pacedCap(dailyCap, elapsedShare(plan.windows, at, clock)),
    isOpen: opens === at,
    opensAt: opens === null || opens === at ? null : new Date(opens).toISOString(),
  }
}
