import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Push, PushKey } from './push.ts'

/**
 * Stores that a person must look at a push: nobody knows how it ended (`unknown`), or it failed as often as it is tried (`dead`). A job
 * tells the owner later, because a message in this transaction would make every other one wait for it.
 */
export async function noteTrouble(
  write: Db,
  { id, userId }: Pick<Push, 'id' | 'userId'>,
  kind: 'unknown' | 'dead',
): Promise<void> {
  await sql`select note_troubles(array[${userId}]::bigint[], array[${id}]::bigint[], ${kind})`.execute(write)
}

/**
 * Ends what a person had to look at, because the push was settled or is sent again. Does nothing if it is over already.
 * @param by the administrator; null: the organization said how it ended
 */
export async function endTrouble(
  write: Db,
  { userId, pushId }: PushKey,
  how: 'resent' | 'settled',
  by: string | null = null,
): Promise<void> {
  await sql`update push_trouble set closed_at = now(), closed_how = ${how}, closed_by = ${by}, version = version + 1
    where push_id = ${pushId} and user_id = ${userId} and closed_at is null`.execute(write)
}
