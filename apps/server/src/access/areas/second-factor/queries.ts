import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Since when an administrator's second factor is on, if it is, and whether one of their roles requires it. */
export async function findStatus(
  db: Db,
  adminId: string,
): Promise<{ confirmedAt: string | null; isRequired: boolean }> {
  const { rows } = await sql<{ confirmedAt: string | null; isRequired: boolean }>`
    select (select confirmed_at from second_factor where admin_id = ${adminId}) as "confirmedAt",
      exists (select from admin_role ar join role r on r.id = ar.role_id
        where ar.admin_id = ${adminId} and r.requires_second_factor) as "isRequired"`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? { confirmedAt: null, isRequired: false }
}
