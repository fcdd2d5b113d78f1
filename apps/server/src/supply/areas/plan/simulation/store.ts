import type { PlanSimulation, SimulationResult } from '@kabao/contract/supply/plan'
import type { PlanTerms } from '@kabao/contract/supply/plan-terms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** A simulation that has run for longer than this is given up, in minutes; one takes some seconds. */
const mostMinutes = 10
/** Simulations of an administrator are kept for this many days. */
const keptDays = 7

const shown = sql`id, status, done, total, failure, result, created_at as "createdAt", finished_at as "finishedAt"`

interface NewSimulation {
  planId: string | null
  terms: PlanTerms
  scopeAdminId: string | null
  createdBy: string
}

/**
 * Adds a simulation, and deletes old ones of the same administrator.
 * @returns undefined if one of the administrator is under way
 */
export async function insertSimulation(
  db: Db,
  { planId, terms, scopeAdminId, createdBy }: NewSimulation,
): Promise<string | undefined> {
  await sql`delete from plan_simulation where created_by = ${createdBy}
    and created_at < now() - make_interval(days => ${keptDays})`.execute(db)
  await sql`update plan_simulation set status = 'failed', failure = 'stopped', finished_at = now()
    where created_by = ${createdBy} and status in ('queued', 'running')
      and created_at < now() - make_interval(mins => ${mostMinutes})`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into plan_simulation (plan_id, flow, terms, scope_admin_id, created_by)
    values (${planId}, ${terms.flow}, ${JSON.stringify(terms)}, ${scopeAdminId}, ${createdBy})
    on conflict (created_by) where status in ('queued', 'running') do nothing returning id`.execute(db)
  return rows[0]?.id
}

/** A simulation of this administrator. @param only the condition on the row `t` of the list that it belongs to */
export async function findSimulation(
  db: Db,
  id: string,
  adminId: string,
  only: readonly RawBuilder<unknown>[],
): Promise<PlanSimulation | undefined> {
  const where = sql.join([sql`t.id = ${id}`, sql`t.created_by = ${adminId}`, ...only], sql` and `)
  const { rows } = await sql<PlanSimulation>`
    select ${shown} from plan_simulation t where ${where}`.execute(db.withoutPlugins())
  return rows[0]
}

/** Ends a simulation of this administrator, unless it has ended. */
export const cancelSimulation = (db: Db, id: string, adminId: string) =>
  sql`update plan_simulation set status = 'cancelled', finished_at = now()
    where id = ${id} and created_by = ${adminId} and status in ('queued', 'running')`.execute(db)

/** What a run needs. */
export interface Begun {
  terms: PlanTerms
  scopeAdminId: string | null
}

/** Starts a run from the beginning. @returns undefined if there is nothing (more) to do */
export async function beginSimulation(db: Db, id: string): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    update plan_simulation set status = 'running', done = 0
    where id = ${id} and status in ('queued', 'running')
    returning terms, scope_admin_id as "scopeAdminId"`.execute(db.withoutPlugins())
  return rows[0]
}

/** Records the progress. @returns false if it has been cancelled */
export async function noteProgress(db: Db, id: string, done: number, total: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update plan_simulation set done = ${done}, total = ${total} where id = ${id} and status = 'running'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export const endSimulation = (db: Db, id: string, result: SimulationResult) =>
  sql`update plan_simulation set status = 'done', result = ${JSON.stringify(result)}, finished_at = now()
    where id = ${id} and status = 'running'`.execute(db)

export const failSimulation = (db: Db, id: string, failure: 'unexpected' | 'stopped') =>
  sql`update plan_simulation set status = 'failed', failure = ${failure}, finished_at = now()
    where id = ${id} and status in ('queued', 'running')`.execute(db)
