import { join } from 'node:path'
import { pushReturnImport } from '@kabao/contract/engine/push-return-import'
import { pushReturnImportWords } from '@kabao/contract/engine/push-return-import.words'
import { type RawBuilder, sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { pushReturnRows, type Row } from './rows.ts'

const pushColumns = sql.raw('p.id, p.user_id, p.org_id, p.plan_id, p.channel_id, p.status, p.responded_at')

/**
 * The pushes that the rows name, within the data scope of an administrator. Each row is looked up by itself, so that a long list
 * never reads all pushes. A phone names the pushes of its user; if some of them are accepted, only those.
 */
const found = (rows: RawBuilder<unknown>, adminId: RawBuilder<unknown>) => sql`
  select r.line, r.cause, t.id, t.user_id, t.org_id, t.plan_id, t.channel_id, t.status, t.responded_at,
    dense_rank() over (partition by r.line order by (t.status = 'accepted') desc) as rank
  from ${rows} r cross join lateral (
    select ${pushColumns} from push_record p
      where p.id = (case when r.value ~ '^p?[1-9][0-9]{0,17}$' then ltrim(r.value, 'p')::bigint end)
    union select ${pushColumns} from push_record p where p.external_id = r.value
    union select ${pushColumns} from "user" u join push_record p on p.user_id = u.id where u.phone = r.value
  ) t
  where (r.org_code = '' or t.org_id = (select o.id from org o where o.code = r.org_code))
    and (exists (select from admin_role a join role l on l.id = a.role_id
        where a.admin_id = ${adminId} and (l.is_super or l.data_scope = 'all'))
      or t.channel_id in (select c.id from channel c where c.owner_id = ${adminId}))`

/** What the list says of each row: the state that keeps it from being returned, or `new`. */
const judged = (rows: RawBuilder<unknown>, adminId: RawBuilder<unknown>) => sql`
  select r.line, f.*, case
      when f.pushes is null then 'unknown'
      when f.pushes > 1 then 'several'
      when exists (select from push_return b where b.user_id = f.user_id and b.push_id = f.id and b.status in ('asked', 'returned')) then 'asked'
      when f.status <> 'accepted' then 'notAccepted'
      when p.return_days = 0 then 'none'
      when now() > f.responded_at + p.return_days * interval '1 day' then 'late'
      when not f.cause = any(p.return_reasons) then 'reason'
      when row_number() over (partition by f.id order by r.line) > 1 then 'present'
      else 'new' end as state
  from ${rows} r
    left join (select distinct on (line) line as at, cause, id, user_id, org_id, plan_id, channel_id, status, responded_at,
        count(*) over (partition by line) as pushes
      from (${found(rows, adminId)}) f where rank = 1 order by line, id) f on f.at = r.line
    left join plan p on p.id = f.plan_id`

/**
 * Asks for returns by a list. Each waits for a review by another person, also where a plan has none: one wrong file would else pay
 * back the prices of many at once.
 */
export const pushReturnListImport: ListImport<Row> = {
  name: 'pushReturn',
  endpoints: pushReturnImport,
  rows: pushReturnRows,
  reader: join(import.meta.dirname, 'push-return.reader.ts'),
  page: 'PlanPushList',
  tab: 'returns',
  mayReveal: { point: 'user:reveal', scope: 'own' },
  namesThere: Object.keys(pushReturnImportWords.tree.there),
  allowed: {
    orgCode: () => sql`select code as value, name as about from org`,
    cause: () =>
      sql`select distinct reason as value, '' as about from plan p cross join unnest(p.return_reasons) reason`,
  },
  staged: { value: 'text', orgCode: 'text', cause: 'text' },
  there: (rows, adminId) => sql`select line, state from (${judged(rows, adminId)}) j where state <> 'new'`,
  // A conflict without columns, because what is unique has the person too where people are divided (decision 125).
  async add(db, rows, { adminId }) {
    const { numAffectedRows = 0n } = await sql`
      insert into push_return (push_id, user_id, org_id, plan_id, channel_id, reason, asked_way, asked_by, updated_by)
      select id, user_id, org_id, plan_id, channel_id, cause, 'import', ${adminId}, ${adminId}
      from (${judged(rows, sql`${adminId}::bigint`)}) j where state = 'new' order by id
      on conflict do nothing`.execute(db)
    return Number(numAffectedRows)
  },
}
