import { drop, fill, withPool } from './lib/databases.mjs'
import { durationOf, table } from './lib/figures.mjs'
import { source } from './lib/open-world.mjs'

const database = 'bench_sizing'
const users = Number(process.env.SIZING_USERS ?? 1_000_000)
const visits = users * 5
const pushes = users * 2
const step = 250_000
/** Pairs that are claimed in one statement, and how many statements. */
const batch = { size: 500, count: 200 }

/**
 * Bytes of a row, indexes included, in a database of 1,000,000 users, 2,000,000 pushes and 5,000,000 visits; and how fast, and with how
 * much write-ahead log, pairs of person and organization are claimed in the narrow table and under an exclusion constraint.
 */
export async function run(cluster) {
  try {
    console.log((await fill(cluster, database, users)).line)
    await withPool(cluster, database, async (pool) => {
      await addPushes(pool)
      await addVisits(pool)
      await pool.query('vacuum (analyze) "user", push_record, push_dedupe, push_attempt, visit')
      console.log(`\n${table(['table', 'rows', 'bytes of a row', 'with indexes'], await sizesOf(pool))}`)
      console.log(`\n${table(['claims', 'a second', 'bytes of log each'], await compareClaims(pool))}`)
    })
  } finally {
    await drop(cluster, database)
  }
}

/** Repeats the pushes of the demo for other persons until there are enough. */
async function addPushes(pool) {
  const { rows } = await pool.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = 'push_record'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and attname not in ('id', 'external_id')`,
  )
  const [{ names }] = rows
  await pool.query('alter table push_record disable trigger user')
  for (
    let have = await countOf(pool, 'push_record');
    have < pushes;
    have = await countOf(pool, 'push_record')
  )
    await pool.query(
      `insert into push_record (id, external_id, ${names}) select time_id(p.request_at), gen_random_uuid()::text, ${names}
       from push_record p limit $1`,
      [Math.min(step, pushes - have)],
    )
  await pool.query('alter table push_record enable trigger user')
}

async function addVisits(pool) {
  await pool.query(
    `insert into visit_text (value) select '/bench/' || n from generate_series(1, 50) n on conflict do nothing`,
  )
  await pool.query(`select make_partitions('visit', now() - interval '7 days')`)
  await pool.query('alter table visit disable trigger user')
  for (let have = await countOf(pool, 'visit'); have < visits; have += step)
    await pool.query(
      `insert into visit (id, channel_id, page_id, user_agent_id, city_code, ip, visitor_id)
       select time_id(now() - (n % 600000) * interval '1 s'), 1 + n % 200, t.id, t.id, 440300 + n % 20,
         ('198.18.' || n % 250 || '.' || 1 + n % 200)::inet, 'v-' || lpad(to_hex(n), 14, '0')
       from generate_series($1::int, $1::int + $2::int - 1) n, lateral (select min(id) + n % 50 as id from visit_text) t`,
      [have, step],
    )
  await pool.query('alter table visit enable trigger user')
}

const countOf = async (pool, name) => Number((await pool.query(`select count(*) from ${name}`)).rows[0].count)

/** A partitioned table is the sum of its partitions. */
async function sizesOf(pool) {
  const rows = []
  for (const name of ['"user"', 'push_record', 'push_dedupe', 'push_attempt', 'visit']) {
    const { rows: found } = await pool.query(
      `select sum(pg_table_size(relid))::float8 as own, sum(pg_total_relation_size(relid))::float8 as whole
       from (select relid from pg_partition_tree($1::regclass) where isleaf union select $1::regclass) part`,
      [name],
    )
    const count = await countOf(pool, name)
    const each = (bytes) => (count === 0 ? '–' : Math.round(bytes / count))
    rows.push([
      name.replaceAll('"', ''),
      count.toLocaleString('en'),
      each(found[0].own),
      each(found[0].whole),
    ])
  }
  return rows
}

/** The way of today beside the constraint that it replaces: a pair may not be pushed twice within overlapping windows. */
async function compareClaims(pool) {
  const [{ createDb }, { claimPushes }] = await Promise.all(
    ['platform/db/client.ts', 'platform/db/push-dedupe.ts'].map(source),
  )
  const db = createDb(pool)
  await pool.query('create extension if not exists btree_gist')
  await pool.query(
    `create table bench_exclusion (user_id bigint, org_id bigint, during tstzrange,
     exclude using gist (user_id with =, org_id with =, during with &&))`,
  )
  const { rows } = await pool.query(
    `select u.id as "userId", o.id as "orgId" from (select id from "user" order by id limit $1) u,
     lateral (select id from org order by id limit 1) o`,
    [batch.size * batch.count],
  )
  await pool.query('truncate push_dedupe')
  const batches = Array.from({ length: batch.count }, (_, nth) =>
    rows.slice(nth * batch.size, (nth + 1) * batch.size).map((pair) => ({ ...pair, days: 30 })),
  )
  const narrow = await costOf(pool, rows.length, async () => {
    for (const each of batches) await db.transaction().execute((write) => claimPushes(write, each))
  })
  const exclusion = await costOf(pool, rows.length, async () => {
    for (const each of batches)
      await pool.query(
        `insert into bench_exclusion select user_id, org_id, tstzrange(now(), now() + interval '30 days')
         from unnest($1::bigint[], $2::bigint[]) claim (user_id, org_id)`,
        [each.map(({ userId }) => userId), each.map(({ orgId }) => orgId)],
      )
  })
  return [
    ['push_dedupe', ...narrow],
    ['exclusion constraint', ...exclusion],
  ]
}

/** @returns claims a second, and bytes of log of one */
async function costOf(pool, claims, work) {
  const place = async () => (await pool.query('select pg_current_wal_insert_lsn() as at')).rows[0].at
  const from = await place()
  const ms = await durationOf(work)
  const { rows } = await pool.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
    [from],
  )
  return [Math.round((claims * 1000) / ms).toLocaleString('en'), Math.round(rows[0].bytes / claims)]
}
