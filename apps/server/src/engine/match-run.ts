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

/** Stores a run of the match: the plan that it chose, for each plan that did not fit why not, and those that were worth less. */
export async function noteRun(
  write: Db,
  run: {
    /** Null: a new one. */
    id: string | null
    userId: string
    person: Pick<Person, 'flow'>
    planId: string | null
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
    /** Left out if no other plan would have taken the person. */
    ranking?: Ranking | undefined
  },
): Promise<void> {
  const whyNot = [...run.whyNot]
    .filter(([{ id }]) => id !== run.planId)
    .map(([{ id }, { rule, wanted, seen }]) => [id, rule, wanted, seen])
  const { planIds = null, pricesFen = null, ratesBp = null } = run.ranking ?? {}
  await sql`insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp)
    values (coalesce(${run.id}::bigint, time_id()), ${run.userId}, ${run.planId}, ${run.person.flow},
      ${JSON.stringify(whyNot)}::jsonb, ${planIds}, ${pricesFen}, ${ratesBp})`.execute(write)
}
