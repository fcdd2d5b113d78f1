import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Misfit } from '../match/match.ts'
import type { Person } from './person.ts'
import type { RunningPlan } from './plans/running.ts'

/**
 * Why a person did not go to a plan: a rule of the match, no template (`connection`), or an organisation out of reach (`breaker`). In
 * the half flow also: more organisations fit than one search asks (`offers`), or it is asked by another plan (`sameOrg`).
 */
export type WhyNot = Omit<Misfit, 'rule'> & {
  rule: Misfit['rule'] | 'connection' | 'breaker' | 'offers' | 'sameOrg'
}

/** Stores a run of the match: the plan that it chose, and for each other plan of the flow why not. */
export async function noteRun(
  write: Db,
  run: {
    /** Null: a new one. */
    id: string | null
    userId: string
    person: Pick<Person, 'flow'>
    planId: string | null
    whyNot: ReadonlyMap<RunningPlan, WhyNot>
  },
): Promise<void> {
  const whyNot = [...run.whyNot]
    .filter(([{ id }]) => id !== run.planId)
    .map(([{ id }, { rule, wanted, seen }]) => [id, rule, wanted, seen])
  await sql`insert into match_run (id, user_id, plan_id, flow, why_not)
    values (coalesce(${run.id}::bigint, time_id()), ${run.userId}, ${run.planId}, ${run.person.flow},
      ${JSON.stringify(whyNot)}::jsonb)`.execute(write)
}
