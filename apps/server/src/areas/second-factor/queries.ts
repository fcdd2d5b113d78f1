import { sql } from 'kysely'
import type { Db } from '#db/client'

/** Whether an admin's second factor is on since when, and whether a role of his asks for one. */
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

/** Whether an admin holds every point; undefined where there is no such admin. */
export async function isSuperAdmin(db: Db, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isSuper: boolean }>`
    select exists (select from admin_role ar join role r on r.id = ar.role_id
      where ar.admin_id = a.id and r.is_super) as "isSuper"
    from admin a where a.id = ${id}`.execute(db.withoutPlugins())
  return rows[0]?.isSuper
}
