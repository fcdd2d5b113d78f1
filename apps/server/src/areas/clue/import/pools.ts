import { type RawBuilder, sql } from 'kysely'

/**
 * The pool of each row `r` that an administrator sees: the one that the row names, or the public pool. A person with the data scope
 * `own` sees the public pool and those of the teams that he is in or heads.
 */
export const withPool = (rows: RawBuilder<unknown>, adminId: RawBuilder<unknown>) => sql`
  (select r.*, p.id as pool_id from ${rows} r left join clue_pool p
    on case when r.pool = '' then p.kind = 'public' else p.name = r.pool end
    and (p.kind = 'public' or exists (select from admin_role a join role l on l.id = a.role_id
        where a.admin_id = ${adminId} and (l.is_super or l.data_scope = 'all'))
      or exists (select from salesman s where s.admin_id = ${adminId} and s.status <> 'left'
        and (s.team_id = p.team_id or exists (select from sales_team g where g.id = p.team_id and g.head_id = s.id)))))`
