import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** An enabled administrator who holds a permission point, and what this one may see. */
export interface Holder {
  id: string
  name: string
  /** The administrator whose channels this one may see; null: all. */
  owner: string | null
}

/** The holders of a permission point at this moment, by name. @param among only these; default: all */
export async function findHolders(db: Db, point: string, among?: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select a.id, a.name, case when not bool_or(r.is_super or r.data_scope = 'all') then a.id end as owner
    from admin a join admin_role ar on ar.admin_id = a.id join role r on r.id = ar.role_id
    where a.status = 'enabled' ${among ? sql`and a.id = any(${among}::bigint[])` : sql``}
    group by a.id
    having bool_or(r.is_super or exists (select from role_node n where n.role_id = r.id and n.node = ${point}))
    order by a.name, a.id`.execute(db.withoutPlugins())
  return rows
}

/** Whether somebody may see everything that is seen with a data scope. @param scope as `Holder.owner` */
export const seesAtLeast = ({ owner }: Pick<Holder, 'owner'>, scope: string | null): boolean =>
  owner === null || owner === scope
