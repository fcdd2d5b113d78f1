import type { SalesmanMonth } from '@kabao/contract/salesman'
import { sql } from 'kysely'
import type { Db } from '#db/client'

type Of = SalesmanMonth & { salesmanId: string }

/**
 * What salesmen did since an instant: the lines of the history that are theirs are read by the index of each salesman, and the pushes
 * of the users whose leads they won by user. A lead that he had before and got again counts as another holding.
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
      with line as (
        select e.clue_id, e.at, e.kind, ${gets} as gets,
          sum((${gets})::integer) over (partition by e.clue_id order by e.at rows unbounded preceding) as holding
        from clue_event e where e.to_id = s.id and e.at >= ${since}
      ), holding as (
        select min(at) filter (where gets) as begun, min(at) filter (where kind = 'followUp') as contact
        from line where holding > 0 group by clue_id, holding
      )
      select count(*) filter (where kind = 'claimed')::integer as claimed,
        count(*) filter (where kind in ('assigned', 'transferred'))::integer as assigned,
        count(distinct clue_id) filter (where kind = 'followUp')::integer as contacted,
        count(*) filter (where kind = 'converted')::integer as won,
        count(*) filter (where kind = 'invalidated')::integer as lost,
        array_agg(distinct clue_id) filter (where kind = 'converted') as won_ids,
        (select percentile_cont(0.5) within group (order by extract(epoch from contact - begun) / 60)
         from holding where contact is not null) as minutes
      from line
    ) m
    left join lateral (
      select sum(r.price_fen) as won_fen from clue c join push_record r on r.user_id = c.user_id and r.status = 'accepted'
      where c.id = any(m.won_ids)
    ) f on true`.execute(db.withoutPlugins())
  return new Map(rows.map(({ salesmanId, ...month }) => [salesmanId, month]))
}

/** A line by which the salesman got the lead; the lines of work on it have him on both sides. */
const gets = sql`e.kind in ('claimed', 'assigned', 'transferred')`
