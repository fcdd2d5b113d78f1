import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** A step that was done, for the timeline of the person. Pushes and their attempts have rows of their own. */
export interface TakenStep {
  userId: string
  kind: 'screen' | 'match' | 'check'
  /** How long it took, in milliseconds. */
  ms: number
  /**
   * `blacklisted` or the risk level; `matched`, `waiting` for a plan, or why a search ended: no plan was left (`nobody`), also after
   * waiting (`waited`), or it has asked as many organizations as it may (`offers`) or for as long as it may (`time`); of a check, how
   * many would take the person.
   */
  result: string
  /** A time id that was made before that of the push; by default a new one. */
  id?: string
  /** The plan that was matched, or that the person waits for. */
  planId?: string
  /** Until when the person waits, in milliseconds since 1970. */
  until?: number
}

export async function noteStep(
  write: Db,
  { id, userId, kind, ms, result, planId, until }: TakenStep,
): Promise<void> {
  await sql`insert into step_taken (id, user_id, kind, ms, result, plan_id, until)
    values (coalesce(${id ?? null}::bigint, time_id()), ${userId}, ${kind}, ${Math.round(ms)}, ${result}, ${planId ?? null},
      ${until === undefined ? null : new Date(until).toISOString()})`.execute(write)
}
