import { sql } from 'kysely'
import type { Powers } from '#access/powers'
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

/** What an account may do by all its roles; undefined where there is no such account. */
export async function findPowers(db: Db, id: string): Promise<Powers | undefined> {
  const { rows } = await sql<Powers>`
    select coalesce(bool_or(r.is_super), false) as "isSuper",
      case when bool_or(r.data_scope = 'all') then 'all' else 'own' end as "dataScope",
      array(select n.node from admin_role o join role_node n on n.role_id = o.role_id where o.admin_id = a.id) as nodes
    from admin a left join admin_role ar on ar.admin_id = a.id left join role r on r.id = ar.role_id
    where a.id = ${id} group by a.id`.execute(db.withoutPlugins())
  return rows[0]
}
