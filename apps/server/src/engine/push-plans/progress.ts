import type { PushPlanProgress, UnfitReason } from '@kabao/contract/engine/push-plan'
import { type PushStatus, pushStatuses } from '@kabao/contract/users/push-status'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The tallies of a push plan: `target …` people by state or reason, `pushPlan …` pushes by status. */
export type PushPlanTally = Record<string, number>

/** An SQL expression for the tallies of the push plan with this id. No person and no push is read. */
export const tallyOf = (id: RawBuilder<unknown>): RawBuilder<PushPlanTally> => sql<PushPlanTally>`(
  select coalesce(jsonb_object_agg(x.kind || ' ' || x.what, x.n), '{}') from (
    select y.kind, y.what, sum(y.n)::int as n from (
      select kind, what, n from push_tally where kind in ('pushPlan', 'target') and id = ${id} and slot = timestamptz 'epoch'
      union all
      select kind, what, n from push_tally_new where kind in ('pushPlan', 'target') and id = ${id} and slot = timestamptz 'epoch') y
    group by 1, 2) x where x.n <> 0)`

/** The progress that these tallies are. */
export function progressOf(tally: PushPlanTally): PushPlanProgress {
  const people = (state: string) => tally[`target ${state}`] ?? 0
  const pushes = Object.fromEntries(
    pushStatuses.map((status) => [status, tally[`pushPlan ${status}`] ?? 0]),
  ) as Record<PushStatus, number>
  const states = ['waiting', 'sent', 'pushed']
  const reasons = Object.entries(tally)
    .filter(([key]) => key.startsWith('target ') && !states.includes(key.slice(7)))
    .map(([key, count]) => ({ reason: key.slice(7) as UnfitReason, count }))
    .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  const unfit = reasons.reduce((sum, { count }) => sum + count, 0)
  const [waiting, sent, pushed] = [people('waiting'), people('sent'), people('pushed')]
  return {
    total: waiting + sent + pushed + unfit,
    waiting,
    sent,
    pushed,
    ...pushes,
    unfit,
    reasons,
  }
}

export async function readProgress(db: Db, id: string): Promise<PushPlanProgress> {
  const { rows } = await sql<{
    tally: PushPlanTally
  }>`select ${tallyOf(sql`${id}::bigint`)} as tally`.execute(db.withoutPlugins())
  return progressOf((rows[0] as { tally: PushPlanTally }).tally)
}
