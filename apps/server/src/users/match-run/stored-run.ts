import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { SnapshotPlan } from './figures.ts'
import { type Ranking, unpackRanking } from './ranking.ts'
import { type PackedReasons, unpackReasons } from './reasons.ts'

/** The columns of a run of the match that say why plans did not fit, and which were worth less. */
export interface StoredRun {
  /** Null: the run has all of it in its own columns. */
  snapshotId: string | null
  /** The reasons without a snapshot. */
  whyNot: WhyNotEntry[]
  rankedIds: string[] | null
  pricesFen: number[] | null
  ratesBp: number[] | null
  /** Those with a snapshot; null in a run of a user who was deleted. */
  reasons: Buffer | null
  later: Buffer | null
  facts: PackedReasons['facts'] | null
  seen: PackedReasons['seen']
  ranked: Buffer | null
}

/** Why a plan did not fit, as it is shown. */
export type WhyNotEntry = [planId: string, rule: string, wanted: unknown, seen: unknown]

/** The plans of a flow at a time, in the order of the bytes of a run. */
export type Snapshot = readonly SnapshotPlan[]

/** What a query of `match_run` selects for a `StoredRun`. @param run the alias of the table */
export const storedRun = (run: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${run}.snapshot_id as "snapshotId", ${run}.why_not as "whyNot", ${run}.ranked_plan_ids as "rankedIds",
    ${run}.ranked_price_fen as "pricesFen", ${run}.ranked_rate_bp as "ratesBp", ${run}.reasons, ${run}.later, ${run}.facts,
    ${run}.seen, ${run}.ranked`

/** The snapshots that these runs name, by id. */
export async function readSnapshots(
  db: Db,
  runs: readonly Pick<StoredRun, 'snapshotId'>[],
): Promise<Map<string, Snapshot>> {
  const ids = [...new Set(runs.flatMap(({ snapshotId }) => snapshotId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; plans: SnapshotPlan[] }>`
    select id, plans from plan_snapshot where id = any(${ids}::bigint[])`.execute(db.withoutPlugins())
  return new Map(rows.map(({ id, plans }) => [id, plans]))
}

/** Why plans did not fit in a run, in the order in which it found out. @param snapshot that of the run, if it names one */
export function whyNotOf(run: StoredRun, snapshot: Snapshot | undefined): WhyNotEntry[] {
  const { reasons, later, facts, seen } = run
  if (run.snapshotId === null) return run.whyNot
  if (!snapshot || !reasons) return []
  return unpackReasons({ reasons, later, seen, facts: facts ?? {} }, snapshot).map((reason) => [...reason])
}

/** The plan of a run that went first, and those that were worth less; null: there were none. @param snapshot as above */
export function outrankedOf(run: StoredRun, snapshot: Snapshot | undefined): Ranking | null {
  const { rankedIds, pricesFen, ratesBp, ranked } = run
  if (ranked) return snapshot ? unpackRanking(ranked, snapshot) : null
  return rankedIds && { planIds: rankedIds, pricesFen: pricesFen ?? [], ratesBp: ratesBp ?? [] }
}
