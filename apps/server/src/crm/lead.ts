import { codes } from '@kabao/contract'
import { type RawBuilder, sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { type EventKind, linesOf } from './history.ts'

/** A lead after an act. */
export interface Moved {
  id: string
  poolId: string
  salesmanId: string | null
  stage: string
}

interface Move {
  /** What the lead must be like; conditions on `c`, and on its pool `p`. Open and of an existing person it must be in any case. */
  where: readonly RawBuilder<unknown>[]
  /** The columns to set, by name; the values may use the old row `c` and its pool `p`. */
  set: Record<string, RawBuilder<unknown> | string | null>
  kind: EventKind
  by: string | null
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
  reason?: string
}

/**
 * Changes one lead and adds the line of its history, in one statement. Of several acts on one lead the first one locks it; the others
 * look at it again when that one has ended.
 * @returns undefined if the lead is not as it must be
 */
export async function moveLead(write: Db, id: string, move: Move): Promise<Moved | undefined> {
  const { where, set, by, ...line } = move
  const columns = Object.entries({ ...set, updated_by: by }).map(
    ([name, value]) => sql`${sql.id(name)} = ${value}`,
  )
  const conditions = [sql`c.id = ${id}`, sql`c.closed_at is null`, sql`not c.is_forgotten`, ...where]
  const { rows } = await sql<Moved>`
    with old as (select c.id, c.stage from lead c where c.id = ${id} for no key update),
    moved as (
      update lead c set version = c.version + 1, updated_at = now(), ${sql.join(columns)}
      from lead_pool p, old where p.id = c.pool_id and old.id = c.id and ${sql.join(conditions, sql` and `)}
      returning c.id, c.pool_id, c.salesman_id, c.stage, old.stage as old_stage
    ), told as (${linesOf({ ...line, by, fromStage: sql`m.old_stage` })})
    select m.id, m.pool_id, m.salesman_id, m.stage from moved m`.execute(write)
  return rows[0]
}

/** Why an act that its holder does was not done. @param holder who was to hold the lead; null: nobody */
export async function refusalOf(db: Db, id: string, holder: string | null): Promise<Problem> {
  const { rows } = await sql<{ salesmanId: string | null; isClosed: boolean; isForgotten: boolean }>`
    select salesman_id, closed_at is not null as is_closed, is_forgotten from lead where id = ${id}`.execute(
    db,
  )
  const [lead] = rows
  if (!lead) return notFound()
  if (lead.isForgotten) return new Problem(codes.conflict, 'userGone')
  if (lead.isClosed) return new Problem(codes.conflict, 'leadClosed')
  if (holder === null && lead.salesmanId !== null) return new Problem(codes.conflict, 'takenByAnother')
  return new Problem(codes.conflict, 'leadMoved')
}

/** What a new holding begins with: its clocks run from now on. @param holder SQL of the salesman's id */
export const beginning = (holder: string) => ({
  salesman_id: holder,
  assigned_at: sql`now()`,
  first_contact_due_at: sql`now() + make_interval(mins => p.first_contact_minutes)`,
  first_contact_at: null,
  next_follow_at: null,
  last_follow_at: null,
  recycle_at: sql`now() + make_interval(days => least(p.recycle_days, p.protect_days))`,
  protected_until: null,
  notice_at: null,
  rest_until: null,
})

/** What a lead in the pool has: nobody holds it and no clock runs, except that it rests. */
export const ending = {
  salesman_id: null,
  assigned_at: null,
  first_contact_due_at: null,
  next_follow_at: null,
  recycle_at: null,
  protected_until: null,
  notice_at: null,
  rest_until: sql`now() + make_interval(mins => p.lock_minutes)`,
}
