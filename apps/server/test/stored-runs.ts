import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Ranking } from '#users/match-run/ranking'
import {
  outrankedOf,
  readSnapshots,
  type StoredRun,
  storedRun,
  type WhyNotEntry,
  whyNotOf,
} from '#users/match-run/stored-run'

/** A run of the match, as the service reads it. */
export interface ReadRun {
  planId: string | null
  whyNot: WhyNotEntry[]
  ranking: Ranking | null
}

/** The runs of the match for a user, the oldest first. */
export async function runsOf(db: Db, userId: string): Promise<ReadRun[]> {
  const { rows } = await sql<StoredRun & { planId: string | null }>`
    select r.plan_id as "planId", ${storedRun(sql`r`)} from match_run r where r.user_id = ${userId} order by r.id`.execute(
    db.withoutPlugins(),
  )
  const snapshots = await readSnapshots(db, rows)
  return rows.map((run) => {
    const snapshot = snapshots.get(run.snapshotId ?? '')
    return { planId: run.planId, whyNot: whyNotOf(run, snapshot), ranking: outrankedOf(run, snapshot) }
  })
}
