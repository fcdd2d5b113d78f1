import { sql } from 'kysely'
import { announceAccess } from '#db/access-news'
import type { Db } from '#db/client'
import { endSessionsOf } from './end-sessions.ts'

/**
 * Gives an account a password that must be changed at the first sign-in, and ends its sessions.
 * @param by the administrator who does so; null from the shell
 */
export async function givePassword(
  db: Db,
  adminId: string,
  { passwordHash, by }: { passwordHash: string; by: string | null },
): Promise<void> {
  await db
    .updateTable('admin')
    .set((is) => ({
      passwordHash,
      mustChangePassword: true,
      hasDefaultPassword: false,
      version: is('version', '+', 1),
      updatedBy: by,
      updatedAt: sql`now()`,
    }))
    .where('id', '=', adminId)
    .execute()
  await endSessionsOf(db, adminId)
  await announceAccess(db, [adminId])
}
