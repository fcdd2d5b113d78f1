export const channels = 200
/** Facts lie in so many days: those of a range of 90 days, and those that it is compared with. */
const days = 180

/** Adds what facts are about. */
export async function addWorld(pool) {
  const ids = async (text) => (await pool.query(text)).rows.map(({ id }) => id)
  const [orgId] = await ids(
    `insert into org (code, name, flow) values ('bench', 'bench', 'full') returning id`,
  )
  const [planId] = await ids(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (${orgId}, 'bench', 'full', 100, '2020-01-01') returning id`,
  )
  const channelIds = await ids(
    `insert into channel (name, flow, settlement, price_fen) select 'bench ' || n, 'full', 'cpa', 1 from generate_series(1, ${channels}) n returning id`,
  )
  await pool.query(`insert into visit_text (value) values ('/'), ('browser')`)
  return { orgId, planId, channelIds, nextPhone: 13_000_000_000, facts: 0 }
}

/** Adds users in one statement. */
export function addUsers(pool, world, count) {
  const from = world.nextPhone
  world.nextPhone += count
  return pool.query(
    `insert into "user" (phone, flow, channel_id, city_code)
     select ($1::bigint + n)::text, 'full', ($3::bigint[])[1 + ($1::bigint + n) % ${channels}], '440305'
     from generate_series(0, $2::int - 1) n returning id`,
    [from, count, world.channelIds],
  )
}

/** Adds facts until there are so many, spread over days, channels, kinds and cities. They are not put into the queue. */
export async function addFacts(pool, world, upTo) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table fact disable trigger fact_deltas')
    await client.query(
      `insert into fact (id, ref_id, channel_id, org_id, plan_id, fen, day, came, city_code, kind, flow)
       select time_id(i.at), n, ($3::bigint[])[1 + (n / ${days}) % ${channels}], $4, $5, case when k.kind in ('charge', 'cost') then 100 else 0 end,
         business_day(i.at), business_day(i.at), 440300 + (n / ${days * channels * 5}) % 20, k.kind, 'full'
       from generate_series($1::int, $2::int - 1) n
         cross join lateral (select now() - (n % ${days}) * interval '1 day' as at) i
         cross join lateral (
           select (array['registration', 'push', 'accepted', 'charge', 'cost'])[1 + (n / ${days * channels}) % 5] as kind) k`,
      [world.facts, upTo, world.channelIds, world.orgId, world.planId],
    )
    await client.query('alter table fact enable trigger fact_deltas')
    await client.query('commit')
    await client.query('vacuum analyze fact')
  } finally {
    client.release()
  }
  world.facts = upTo
}
