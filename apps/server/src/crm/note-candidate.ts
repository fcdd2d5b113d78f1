import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Settings } from '#platform/settings/settings'

/**
 * Notes that searches ended and nobody accepted the users, in the caller's transaction. A job decides later whether a user becomes a
 * lead. Without a rule that wants such users, nothing is noted.
 */
export async function noteUnaccepted(
  write: Db,
  settings: Settings,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0 || (!settings.get('crm.takesFull') && !settings.get('crm.takesHalf'))) return
  await noteCandidates(write, userIds, 'unaccepted')
}

/** Notes that organizations returned users, in the caller's transaction. */
export const noteReturned = (write: Db, userIds: readonly string[]): Promise<void> =>
  noteCandidates(write, userIds, 'returned')

async function noteCandidates(write: Db, userIds: readonly string[], source: string): Promise<void> {
  await sql`insert into lead_candidate (user_id, source) select id, ${source} from unnest(${userIds}::bigint[]) u (id)`.execute(
    write,
  )
}
