import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { termsOf } from '#users'
import type { RunningPlan } from './running.ts'

/** The running plans of a flow, which the runs over them name. */
export interface PlanSnapshot {
  plans: readonly RunningPlan[]
  /** The place of each plan in it, by its id. */
  places: ReadonlyMap<string, number>
  /** Stores it, if nobody has yet. @returns its id */
  stored(): Promise<string>
}

/** After this long an instance asks for the id again: the row may be gone, with the last commits before a failover. In milliseconds. */
const knownMs = 60_000

/** The snapshots of the flows as an instance reads its plans again and again: one whose plans did not change is known already. */
export function createSnapshots(db: Db) {
  let known = new Map<string, { hash: string; id: string; since: number }>()

  return {
    /** @param flows the plans of each flow, in the order of their ids */
    take(flows: ReadonlyMap<string, readonly RunningPlan[]>): Map<string, PlanSnapshot> {
      const taken = new Map([...flows].map(([flow, plans]) => [flow, { plans, hash: hashOf(flow, plans) }]))
      known = new Map([...known].filter(([flow, { hash }]) => taken.get(flow)?.hash === hash))
      return new Map([...taken].map(([flow, { plans, hash }]) => [flow, snapshotOf(flow, plans, hash)]))
    },
  }

  function snapshotOf(flow: string, plans: readonly RunningPlan[], hash: string): PlanSnapshot {
    let storing: Promise<string> | null = null
    return {
      plans,
      places: new Map(plans.map(({ id }, place) => [id, place])),
      async stored() {
        const ours = known.get(flow)
        if (ours?.hash === hash && performance.now() - ours.since < knownMs) return ours.id
        storing ??= store(db, { flow, plans, hash }).finally(() => {
          storing = null
        })
        const id = await storing
        known.set(flow, { hash, id, since: performance.now() })
        return id
      },
    }
  }
}

const textOf = (plans: readonly RunningPlan[]) => JSON.stringify(plans.map(termsOf))

const hashOf = (flow: string, plans: readonly RunningPlan[]) =>
  createHash('sha256').update(`${flow}\n`).update(textOf(plans)).digest('hex')

/** Stores a snapshot once, whoever comes first, in a transaction of its own. @returns its id */
async function store(
  db: Db,
  { flow, plans, hash }: { flow: string; plans: readonly RunningPlan[]; hash: string },
): Promise<string> {
  const found = await find(db, hash)
  if (found !== null) return found
  await sql`insert into plan_snapshot (flow, hash, plan_ids, plans)
    values (${flow}, decode(${hash}, 'hex'), ${plans.map(({ id }) => id)}::bigint[], ${textOf(plans)}::jsonb)
    on conflict (hash) do nothing`.execute(db)
  return (await find(db, hash)) as string
}

/** The id of a snapshot, which is noted as used; null: it is not stored. */
async function find(db: Db, hash: string): Promise<string | null> {
  const { rows } = await sql<{ id: string; isOld: boolean }>`
    select id, used_at < now() - interval '1 hour' as "isOld" from plan_snapshot where hash = decode(${hash}, 'hex')`.execute(
    db.withoutPlugins(),
  )
  const [row] = rows
  if (!row) return null
  if (row.isOld) await sql`update plan_snapshot set used_at = now() where id = ${row.id}`.execute(db)
  return row.id
}

/** How long a snapshot stays that no run names, longer than any instance uses one that it has asked for. */
const keepUnused = '2 days'

/** Deletes the snapshots that were last used before the oldest run that is still there. @returns how many */
export async function forgetSnapshots(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from plan_snapshot where used_at < coalesce((select time_of_id(min(id)) from match_run), now()) - ${keepUnused}::interval`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
