import type { SalesmanMonth } from '@kabao/contract/crm/salesman'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

type Of = SalesmanMonth & { salesmanId: string }

/**
 * What salesmen did since an instant: the lines of the history that are theirs are read by the index of each salesman, and the pushes
 * of the users whose leads they won by user. The minutes run from the arrival of a lead to its first contact ever, which only the one
 * who made it is measured by, however late he got the lead.
 * @param since the first instant of the business month
 */
export async function monthOf(
  db: Db,
  salesmanIds: readonly string[],
  since: string,
): Promise<Map<string, SalesmanMonth>> {
  const { rows } = await sql<Of>`
    select s.id::text as "salesmanId", m.claimed, m.assigned, m.contacted, m.won, m.lost,
      round(m.minutes)::integer as "firstContactMinutes", coalesce(f.won_fen, 0)::float8 as "wonFen"
    from unnest(${salesmanIds}::bigint[]) s (id)
    cross join lateral (
      with line as (select e.lead_id, e.at, e.kind from lead_event e where e.to_id = s.id and e.at >= ${since}),
      contact as (select lead_id, min(at) as at from line where kind = 'followUp' group by lead_id)
      select count(*) filter (where kind = 'claimed')::integer as claimed,
        count(*) filter (where kind in ('assigned', 'transferred', 'passedOn'))::integer as assigned,
        count(distinct lead_id) filter (where kind = 'followUp')::integer as contacted,
        count(*) filter (where kind = 'converted')::integer as won,
        count(*) filter (where kind = 'invalidated')::integer as lost,
        array_agg(distinct lead_id) filter (where kind = 'converted') as won_ids,
        (select percentile_cont(0.5) within group (order by extract(epoch from t.at - c.arrived_at) / 60)
         from contact t join lead c on c.id = t.lead_id
         where not exists (select from lead_event b where b.lead_id = t.lead_id and b.kind = 'followUp' and b.at < t.at)) as minutes
      from line
    ) m
    left join lateral (
      select sum(r.price_fen) as won_fen from lead c join push_record r on r.user_id = c.user_id and r.status = 'accepted'
      where c.id = any(m.won_ids)
    ) f on true`.execute(db.withoutPlugins())
  return new Map(rows.map(({ salesmanId, ...month }) => [salesmanId, month]))
}
