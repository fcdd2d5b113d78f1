import { type RawBuilder, sql } from 'kysely'

const seesAll = (
  adminId: RawBuilder<unknown>,
) => sql`exists (select from admin_role a join role l on l.id = a.role_id
        where a.admin_id = ${adminId} and (l.is_super or l.data_scope = 'all'))`

/** Whether a pool `p` is public, or of a team that a salesman `s` is in or heads. */
const isPoolOf = sql`(p.kind = 'public' or s.team_id = p.team_id
        or exists (select from sales_team g where g.id = p.team_id and g.head_id = s.id))`

/** Whether an administrator sees a pool `p`: with the data scope `own` the public pool and those of the teams that he is in or heads. */
const isPoolSeen = (adminId: RawBuilder<unknown>) => sql`(p.kind = 'public' or ${seesAll(adminId)}
      or exists (select from salesman s where s.admin_id = ${adminId} and s.status <> 'left' and ${isPoolOf}))`

/** The pools that a row of an administrator may name. */
export const poolsToName = (adminId: RawBuilder<unknown>) => sql`
  select p.name as value, coalesce(t.name, '') as about from lead_pool p left join sales_team t on t.id = p.team_id
  where ${isPoolSeen(adminId)}`

/** The pool of each row `r` that an administrator sees: the one that the row names, or the public pool. */
export const withPool = (rows: RawBuilder<unknown>, adminId: RawBuilder<unknown>) => sql`
  (select r.*, p.id as pool_id from ${rows} r left join lead_pool p
    on case when r.pool = '' then p.kind = 'public' else p.name = r.pool end
    and ${isPoolSeen(adminId)})`

/**
 * The condition that an administrator sees a lead `c`, as `seenLeads` says it: with the data scope `own` his own, those of the teams that
 * he heads, and what waits in the pools that he sees.
 */
export const isLeadSeen = (adminId: RawBuilder<unknown>) => sql`
  (${seesAll(adminId)} or exists (select from salesman s where s.admin_id = ${adminId} and s.status <> 'left' and (
    c.salesman_id = s.id
    or exists (select from salesman o join sales_team g on g.id = o.team_id where o.id = c.salesman_id and g.head_id = s.id)
    or (c.salesman_id is null and c.closed_at is null
      and exists (select from lead_pool p where p.id = c.pool_id and ${isPoolOf})))))`
