import { sql } from 'kysely'
import type { Caller } from '#platform/callers/caller'
import { ownerOf } from '#platform/callers/scope'
import type { Db } from '#platform/db/client'

/** Which leads a caller may see and work on: all, or those of the salesman that the caller is. */
export type LeadScope =
  | { kind: 'all' }
  | {
      kind: 'own'
      /** Null: the account is that of no salesman, or of one who left; then no lead is seen. */
      salesmanId: string | null
      /** The teams that he heads. */
      teamIds: string[]
      /** The team that he is a member of. */
      teamId: string | null
    }

/** The scope of a caller: `all` without the data scope `own`. One statement, by the key of the account. */
export async function leadScope(db: Db, caller: Pick<Caller, 'adminId' | 'dataScope'>): Promise<LeadScope> {
  const owner = ownerOf(caller)
  if (owner === null) return { kind: 'all' }
  const { rows } = await sql<{ salesmanId: string; teamIds: string[]; teamId: string | null }>`
    select s.id::text as salesman_id, s.team_id::text,
      array(select t.id::text from sales_team t where t.head_id = s.id order by t.id) as team_ids
    from salesman s where s.admin_id = ${owner} and s.status <> 'left'`.execute(db)
  const [found] = rows
  return { kind: 'own', ...(found ?? { salesmanId: null, teamIds: [], teamId: null }) }
}
