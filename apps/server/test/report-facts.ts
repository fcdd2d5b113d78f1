import type pg from 'pg'
import type { TestApp } from './harness.ts'

/** A fact of a test; what is left out is none. */
export interface TestFact {
  kind: string
  /** ISO 8601. */
  at: string
  /** How many days before the fact the person came. */
  cameDaysAgo?: number
  fen?: number
  refId?: string
  userId?: string
  channelId?: string
  orgId?: string
  planId?: string
  productId?: string
  cityCode?: number
  flow?: string
}

export interface TestVisit {
  at: string
  channelId: string
  visitorId: string
  productId?: string | undefined
  cityCode?: number | undefined
}

/** Adds facts and visits, and counts everything anew, in one transaction, so that nothing else counts them too. */
export async function addFacts(
  { pool }: TestApp,
  facts: readonly TestFact[],
  visits: readonly TestVisit[] = [],
) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await insert(client, facts, visits)
    await client.query(`insert into day_visitor as k (day, visitor, hour, channel_id, product_id, city_code, flow)
      select day, visitor, min(hour), channel_id, product_id, city_code, flow from visitor_delta group by 1, 2, 4, 5, 6, 7
      on conflict (day, visitor, channel_id, product_id, city_code, flow) do update set hour = least(k.hour, excluded.hour)`)
    await client.query('truncate fact_delta, visitor_delta, roll_up, roll_up_hour')
    await recount(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function insert(client: pg.PoolClient, facts: readonly TestFact[], visits: readonly TestVisit[]) {
  await client.query(
    `insert into fact (id, kind, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, day, came, city_code, flow)
     select time_id((f->>'at')::timestamptz), f->>'kind', coalesce((f->>'refId')::bigint, 1), coalesce((f->>'userId')::bigint, 0),
       coalesce((f->>'channelId')::bigint, 0), coalesce((f->>'orgId')::bigint, 0), coalesce((f->>'planId')::bigint, 0),
       coalesce((f->>'productId')::bigint, 0), coalesce((f->>'fen')::bigint, 0), business_day((f->>'at')::timestamptz),
       business_day((f->>'at')::timestamptz) - coalesce((f->>'cameDaysAgo')::int, 0), coalesce((f->>'cityCode')::int, 0),
       coalesce(f->>'flow', '')
     from jsonb_array_elements($1::jsonb) f`,
    [JSON.stringify(facts)],
  )
  await client.query(`insert into visit_text (value) values ('/test') on conflict do nothing`)
  await client.query(
    `insert into visit (id, channel_id, product_id, page_id, user_agent_id, city_code, ip, visitor_id)
     select time_id((v->>'at')::timestamptz), (v->>'channelId')::bigint, (v->>'productId')::bigint, t.id, t.id,
       (v->>'cityCode')::int, '203.0.113.7', v->>'visitorId'
     from jsonb_array_elements($1::jsonb) v, visit_text t where t.value = '/test'`,
    [JSON.stringify(visits)],
  )
}

const ids = 'flow, channel_id, org_id, plan_id, product_id, city_code'
const kinds: Record<string, string> = {
  visits: 'visit',
  registrations: 'registration',
  imported_users: 'imported',
  profiles: 'profile',
  matches: 'match',
  matched_users: 'matched',
  pushes: 'push',
  accepted: 'accepted',
  rejected: 'rejected',
  duplicates: 'duplicate',
  failed: 'failed',
  returns: 'return',
  logins: 'login',
  active_users: 'active',
  orders: 'order',
  paid_orders: 'paid',
  refunds: 'refund',
  errors: 'error',
}
const amounts: Record<string, string> = {
  charged_fen: 'charge',
  charged_back_fen: 'chargeBack',
  cost_fen: 'cost',
  cost_back_fen: 'costBack',
  paid_fen: 'paid',
  refunded_fen: 'refund',
}

/** Adds all facts and visits up into the empty roll-ups. */
async function recount(client: pg.PoolClient) {
  const columns = ['uv', ...Object.keys(kinds), ...Object.keys(amounts)].join(', ')
  const sums = [
    `count(*) filter (where visitor is not null and id = first_id and grain not in ('org', 'full'))`,
    ...Object.values(kinds).map((kind) => `count(*) filter (where kind = '${kind}')`),
    ...Object.values(amounts).map((kind) => `coalesce(sum(fen) filter (where kind = '${kind}'), 0)`),
  ].join(', ')
  const grained = `(
    with event as (
      select id, kind, day, came, flow, channel_id, org_id, plan_id, product_id, city_code, fen, null::text as visitor from fact
      union all
      select v.id, 'visit', business_day(time_of_id(v.id)), business_day(time_of_id(v.id)), coalesce(c.flow, ''), v.channel_id, 0, 0,
        coalesce(v.product_id, 0), coalesce(v.city_code, 0), 0, v.channel_id || ' ' || v.visitor_id
      from visit v left join channel c on c.id = v.channel_id
    ), grained as (
      select e.id, e.kind, e.day, e.came, e.fen, e.visitor, g.grain, e.flow, e.channel_id * c as channel_id, e.org_id * o as org_id,
        e.plan_id * l as plan_id, e.product_id * p as product_id, e.city_code * t as city_code
      from event e cross join (values ('all', 0, 0, 0, 0, 0), ('channel', 1, 0, 0, 0, 0), ('org', 0, 1, 0, 0, 0),
        ('product', 0, 0, 0, 1, 0), ('city', 0, 0, 0, 0, 1), ('full', 1, 1, 1, 1, 1)) g (grain, c, o, l, p, t)
    )
    select *, min(id) filter (where visitor is not null) over (partition by grain, day, ${ids}, visitor) as first_id from grained
  ) grained`
  await client.query(`insert into roll_up (way, grain, day, late, ${ids}, ${columns})
    select w.way, grain, w.day, w.late, ${ids}, ${sums}
    from ${grained} cross join lateral (values ('day', grained.day, false), ('came', came, grained.day > came)) w (way, day, late)
    group by w.way, grain, w.day, w.late, ${ids}`)
  await client.query(`insert into roll_up_hour (grain, hour, ${ids}, ${columns})
    select grain, date_trunc('hour', time_of_id(id), 'Asia/Shanghai'), ${ids}, ${sums} from ${grained} group by 1, 2, ${ids}`)
}
