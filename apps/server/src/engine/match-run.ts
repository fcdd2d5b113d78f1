import type { NumberedRule } from '@kabao/contract/supply/rule-numbers'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Misfit } from '#supply'
import { packRanking, packReasons } from '#users'
import type { Looked } from './look.ts'
import type { Person } from './person.ts'
import type { Ranking } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'

/**
 * Why a person did not go to a plan: a rule of the match, no template (`connection`), an organization out of reach (`breaker`) or one
 * that asked not to be called for a while (`pause`). It would fit, but the search has asked as many organizations as it may (`offers`)
 * or for as long as it may (`time`); in the half flow also: it is asked by another plan (`sameOrg`). A plan that is only worth less has
 * a place in the ranking.
 */
export type WhyNot = Omit<Misfit, 'rule'> & { rule: NumberedRule }

/** A run of the match: the plan that it chose, for each plan that did not fit why not, and those that were worth less. */
export interface Run {
  /** Null: a new one. */
  id: string | null
  userId: string
  person: Pick<Person, 'flow'>
  planId: string | null
  whyNot: ReadonlyMap<RunningPlan, WhyNot>
  /** Left out if no other plan would have taken the person. */
  ranking?: Ranking | undefined
  /** What the run looked at; left out of one that is only about a plan or two, which then has all of it in its own columns. */
  looked?: Looked | undefined
}

/** The values of the columns of `match_run` that say why plans did not fit, and which were worth less. */
export interface RunColumns {
  /** JSON: each reason as `[planId, rule, wanted, seen]`. */
  whyNot: string
  rankedPlanIds: readonly string[] | null
  rankedPriceFen: readonly number[] | null
  rankedRateBp: readonly number[] | null
  snapshotId: string | null
  reasons: Buffer | null
  later: Buffer | null
  /** JSON */
  facts: string | null
  /** JSON */
  seen: string | null
  ranked: Buffer | null
}

const without = {
  whyNot: '[]',
  rankedPlanIds: null,
  rankedPriceFen: null,
  rankedRateBp: null,
  snapshotId: null,
  reasons: null,
  later: null,
  facts: null,
  seen: null,
  ranked: null,
}

/** What a run stores; it reads nothing. With what it looked at, about a byte for each running plan, else all figures. */
export function runColumns({
  planId,
  whyNot,
  ranking,
  looked,
}: Omit<Run, 'id' | 'userId' | 'person'>): RunColumns {
  if (!looked)
    return {
      ...without,
      whyNot: JSON.stringify(
        [...whyNot]
          .filter(([{ id }]) => id !== planId)
          .map(([{ id }, { rule, wanted, seen }]) => [id, rule, wanted, seen]),
      ),
      rankedPlanIds: ranking?.planIds ?? null,
      rankedPriceFen: ranking?.pricesFen ?? null,
      rankedRateBp: ranking?.ratesBp ?? null,
    }
  const { reasons, later, facts, seen } = packReasons(whyNot, looked.snapshot, {
    facts: looked.facts,
    of: looked.of,
    chosen: planId,
  })
  return {
    ...without,
    snapshotId: looked.snapshotId,
    reasons,
    later,
    facts: JSON.stringify(facts),
    seen: seen && JSON.stringify(seen),
    ranked: ranking ? packRanking(ranking, looked.snapshot) : null,
  }
}

/** The columns of a run in JSON: bytes as text in the form of PostgreSQL, and JSON as text. */
export function runJson(run: Omit<Run, 'id' | 'userId' | 'person'>) {
  const columns = runColumns(run)
  const bytes = (value: Buffer | null) => value && `\\x${value.toString('hex')}`
  return {
    ...columns,
    reasons: bytes(columns.reasons),
    later: bytes(columns.later),
    ranked: bytes(columns.ranked),
  }
}

/** Stores a run of the match. */
export async function noteRun(write: Db, run: Run): Promise<void> {
  const columns = runColumns(run)
  await sql`insert into match_run (id, user_id, plan_id, flow, why_not, ranked_plan_ids, ranked_price_fen, ranked_rate_bp,
      snapshot_id, reasons, later, facts, seen, ranked)
    values (coalesce(${run.id}::bigint, time_id()), ${run.userId}, ${run.planId}, ${run.person.flow},
      ${columns.whyNot}::jsonb, ${columns.rankedPlanIds}, ${columns.rankedPriceFen}, ${columns.rankedRateBp},
      ${columns.snapshotId}, ${columns.reasons}, ${columns.later}, ${columns.facts}::jsonb, ${columns.seen}::jsonb,
      ${columns.ranked})`.execute(write)
}
