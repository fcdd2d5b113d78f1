import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Misfit } from '#supply'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'

/**
 * Why a person did not go to a plan: a rule of the match, no template (`connection`), an organization out of reach (`breaker`) or one
 * that asked not to be called for a while (`pause`). It would fit, but the search has asked as many organizations as it may (`offers`)
 * or for as long as it may (`time`); in the half flow also: it is asked by another plan (`sameOrg`). A plan that is only worth less has
 * a place in the ranking.
 */
export type WhyNot = Omit<Misfit, 'rule'> & {
  rule: Misfit['rule'] | 'connection' | 'breaker' | 'pause' | 'offers' | 'time' | 'sameOrg'
}

/** A run of the match: the plan that it chose, for each plan that did not fit why not, and those that were worth less. */
export interface MatchRun {
  planId: string | null
  whyNot: ReadonlyMap<RunningPlan, WhyNot>
  /** Left out if no other plan would have taken the person. */
  ranking?: Ranking | undefined
}

/** The columns of a run. */
export function runColumns({ planId, whyNot, ranking }: MatchRun) {
  return {
    why_not: [...whyNot]
      .filter(([{ id }]) => id !== planId)
      .map(([{ id }, { rule, wanted, seen }]) => [id, rule, wanted, seen]),
    ranked_plan_ids: ranking?.planIds ?? null,
    ranked_price_fen: ranking?.pricesFen ?? null,
    ranked_rate_bp: ranking?.ratesBp ?? null,
  }
}

/** Stores a run of the match. @param id null: a new one */
export async function noteRun(
  write: Db,
  {
    id,
    userId,
    person,
    ...run
  }: MatchRun & { id: string | null; userId: string; person: Pick<Person, 'flow'> },
): Promise<void> {
  const columns = runColumns(run)
  await sql`insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp)
    values (coalesce(${id}::bigint, time_id()), ${userId}, ${run.planId}, ${person.flow},
      ${JSON.stringify(columns.why_not)}::jsonb, ${columns.ranked_plan_ids}, ${columns.ranked_price_fen},
      ${columns.ranked_rate_bp})`.execute(write)
}
