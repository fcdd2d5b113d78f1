import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Settings } from '#platform/settings/settings'

/**
 * Notes that a search ended and nobody accepted the user, in the caller's transaction. A job decides later whether the user becomes a
 * lead. Without a rule that wants such users, nothing is noted.
 */
export async function noteUnaccepted(write: Db, settings: Settings, userId: string): Promise<void> {
  if (!settings.get('crm.takesFull') && !settings.get('crm.takesHalf')) return
  await sql`insert into lead_candidate (user_id, source) values (${userId}, 'unaccepted')`.execute(write)
}

/** Notes that organizations returned users, in the caller's transaction. */
export async function noteReturned(write: Db, userIds: readonly string[]): Promise<void> {
  await sql`insert into lead_candidate (user_id, source) select id, 'returned' from unnest(${userIds}::bigint[]) u (id)`.execute(
    write,
  )
}
