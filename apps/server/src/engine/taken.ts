import { sql } from 'kysely'
import type { Db } from '#db/client'

/** A step that was done, for the timeline of the person. Pushes and their attempts have rows of their own. */
export interface TakenStep {
  userId: string
  kind: 'screen' | 'match'
  /** How long it took, in milliseconds. */
  ms: number
  /** `blacklisted` or the risk level; `matched`, or `nobody` if no plan was left. */
  result: string
}

export async function noteStep(write: Db, { userId, kind, ms, result }: TakenStep): Promise<void> {
  await sql`insert into step_taken (user_id, kind, ms, result)
    values (${userId}, ${kind}, ${Math.round(ms)}, ${result})`.execute(write)
}
