import type pg from 'pg'

/** The demo's business days begin at midnight here, as those of the service do by default. */
const zone = 'Asia/Shanghai'
/** The service keeps what was used of an hour, and of a day, for about so long. */
const kept = { hour: '2 days', day: '100 days' }

/**
 * Counts what the made-up pushes used of the caps of their plans, and how the plans were answered, as the pipeline counts: a push that
 * is accepted or open takes a place from its request on; rejections, duplicates and acceptances are answers of the day they came.
 * @param orgs the organizations whose plans are counted
 * @param until the end of the demo's past, in milliseconds since 1970
 */
export async function countPushes(
  client: pg.PoolClient,
  orgs: readonly string[],
  until: number,
): Promise<void> {
  await client.query(
    `insert into plan_answer (plan_id, day, answered, accepted)
     select plan_id, (responded_at at time zone '${zone}')::date, count(*), count(*) filter (where status = 'accepted')
     from push_record where org_id = any($1::bigint[]) and status in ('accepted', 'rejected', 'duplicate') group by 1, 2
     on conflict (plan_id, day) do update set answered = excluded.answered, accepted = excluded.accepted`,
    [orgs],
  )
  await client.query(
    `insert into cap_use (kind, id, span, starts, used, fen)
     select 'plan', p.plan_id, s.span, s.starts, count(*), sum(p.price_fen) from push_record p cross join lateral (
       values ('all', to_timestamp(0)),
         ('month', date_trunc('month', p.request_at at time zone '${zone}') at time zone '${zone}'),
         ('day', date_trunc('day', p.request_at at time zone '${zone}') at time zone '${zone}'),
         ('hour', date_trunc('hour', p.request_at))) s (span, starts)
     where p.org_id = any($1::bigint[]) and p.status in ('accepted', 'pending', 'unknown')
       and s.starts >= case s.span when 'hour' then $2::timestamptz - interval '${kept.hour}'
         when 'day' then $2::timestamptz - interval '${kept.day}' else to_timestamp(0) end
     group by 1, 2, 3, 4
     on conflict (kind, id, channel_id, span, starts) do update set used = excluded.used, fen = excluded.fen`,
    [orgs, new Date(until)],
  )
}
