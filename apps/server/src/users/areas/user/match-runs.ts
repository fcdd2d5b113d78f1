import type { MatchRun } from '@kabao/contract/engine/timeline'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import {
  outrankedOf,
  readSnapshots,
  type StoredRun,
  storedRun,
  whyNotOf,
} from '../../match-run/stored-run.ts'

type Stored = Pick<MatchRun, 'id' | 'at' | 'planId'> & StoredRun

/** Plans by their ids, with their organizations. */
async function plansOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; orgName: string }>> {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select p.id, p.name, o.name as "orgName" from plan p join org o on o.id = p.org_id where p.id = any(${ids}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map(({ id, ...plan }) => [id, plan]))
}

/** The runs of the match for a user before a run, the newest first; read over the index by user. */
export async function findMatchRuns(
  db: Db,
  userId: string,
  { before, size }: { before?: string | undefined; size: number },
): Promise<{ runs: MatchRun[]; next: string | null }> {
  const { rows } = await sql<Stored>`
    select t.id, time_of_id(t.id) as at, t.plan_id as "planId", ${storedRun(sql`t`)}
    from match_run t
    where t.user_id = ${userId} ${before === undefined ? sql`` : sql`and t.id < ${before}`}
    order by t.id desc limit ${size + 1}`.execute(db.withoutPlugins())
  const stored = rows.slice(0, size)
  const snapshots = await readSnapshots(db, stored)
  const shown = stored.map((run) => {
    const snapshot = snapshots.get(run.snapshotId ?? '')
    const { id, at, planId } = run
    return { id, at, planId, whyNot: whyNotOf(run, snapshot), ranking: outrankedOf(run, snapshot) }
  })
  const plans = await plansOf(
    db,
    shown.flatMap(({ planId, whyNot, ranking }) => [
      ...(planId === null ? [] : [planId]),
      ...(ranking?.planIds ?? []),
      ...whyNot.map(([id]) => id),
    ]),
  )
  const named = (planId: string) => ({
    planId,
    planName: plans.get(planId)?.name ?? null,
    orgName: plans.get(planId)?.orgName ?? null,
  })
  const runs = shown.map(({ whyNot, ranking, ...run }) => {
    const [by, ...outranked] = (ranking?.planIds ?? []).map((planId, index) => ({
      ...named(planId),
      priceFen: ranking?.pricesFen[index] ?? 0,
      rateBp: ranking?.ratesBp[index] ?? 0,
    }))
    return {
      ...run,
      planName: run.planId === null ? null : (plans.get(run.planId)?.name ?? null),
      whyNot: whyNot.map(([planId, rule, wanted, seen]) => ({
        ...named(planId),
        rule,
        wanted: wanted ?? null,
        seen: seen ?? null,
      })),
      outranked: by ? { by, plans: outranked } : null,
    }
  })
  return { runs, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null }
}
