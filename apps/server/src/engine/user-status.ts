import type { UserStatus } from '@kabao/contract/users/user'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How far a person came, the furthest last. */
const order = ['registered', 'profiled', 'matched', 'pushed', 'rejected', 'accepted'] satisfies UserStatus[]

/**
 * Raises the status of a user to how far the person came now, and never lowers it. Locks the user's row in any case.
 * @param isNewPush counts a push of the user
 * @returns false if the user is deleted
 */
export async function raiseUserStatus(
  write: Db,
  userId: string,
  to: 'matched' | 'pushed' | 'rejected' | 'accepted',
  isNewPush = false,
): Promise<boolean> {
  const lower = order.slice(0, order.indexOf(to))
  const { rows } = await sql`
    update "user" set status = case when status = any(${lower}::text[]) then ${to} else status end,
      push_count = push_count + ${isNewPush ? 1 : 0}
    where id = ${userId} and status <> 'deleted' returning id`.execute(write)
  return rows.length === 1
}
