import { createHash } from 'node:crypto'
import type pg from 'pg'

interface Sample {
  source: string
  level: string
  name: string
  message: string
  url: string
  status: string
  /** How often it happened on each of the last 14 days, the oldest first. */
  days: readonly number[]
  /** How many of the newest users it happened to. */
  people: number
}

const releases = ['2026.02.1', '2026.03.1'] as const
const page = 'https://h5.example.com'
const samples: readonly Sample[] = [
  {
    source: 'h5',
    level: 'error',
    name: 'TypeError',
    status: 'open',
    people: 7,
    url: `${page}/card`,
    message: "Cannot read properties of undefined (reading 'cardId')",
    days: [0, 0, 0, 1, 0, 2, 3, 2, 5, 8, 6, 11, 14, 9],
  },
  {
    source: 'h5',
    level: 'warning',
    name: 'NetworkError',
    status: 'ignored',
    people: 12,
    url: `${page}/offer`,
    message: 'Failed to fetch',
    days: [4, 6, 3, 5, 7, 4, 3, 6, 5, 4, 8, 5, 4, 6],
  },
  {
    source: 'h5',
    level: 'error',
    name: 'ReferenceError',
    status: 'resolved',
    people: 3,
    url: `${page}/pay`,
    message: 'WeixinJSBridge is not defined',
    days: [9, 12, 7, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  {
    source: 'console',
    level: 'error',
    name: 'ChunkLoadError',
    status: 'open',
    people: 0,
    url: 'https://console.example.com/user/list',
    message: 'Failed to fetch dynamically imported module',
    days: [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 2],
  },
  {
    source: 'server',
    level: 'error',
    name: 'error',
    status: 'open',
    people: 0,
    url: '/api/user/page',
    message: 'canceling statement due to statement timeout',
    days: [0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1],
  },
]

/** A few errors of every source, with their numbers, releases, people and one occurrence each. */
export async function addErrorRows(client: pg.PoolClient, until: number): Promise<void> {
  const last = new Date(until - 3_600_000).toISOString()
  for (const { days, people, ...sample } of samples) {
    const ago = days.length - 1 - days.findLastIndex((count) => count > 0)
    const stack = `${sample.name}: ${sample.message}\n    at render (${page}/assets/index-Ab12Cd34.js:1:2077)`
    const named = sample.source === 'h5'
    const { rows } = await client.query<{ id: string }>(
      `insert into error_event (source, level, name, message, url, status, fingerprint, count, first_at, last_at, resolved_at,
         stack, first_release, release, sample_count)
       values ($1, $2, $3, $4, $5, $6::text, $7, $8, $9::timestamptz - interval '14 days', $9::timestamptz - $10 * interval '1 day',
         case when $6 = 'resolved' then $9::timestamptz - interval '2 days' end, $11, $12, $13, 1) returning id`,
      [
        ...[sample.source, sample.level, sample.name, sample.message, sample.url, sample.status],
        createHash('sha256').update(`demo ${sample.source} ${sample.name}`).digest(),
        days.reduce((sum, count) => sum + count, 0),
        ...[last, ago, stack, named ? releases[0] : '', named ? releases[1] : ''],
      ],
    )
    const id = rows[0]?.id
    await client.query(
      `with happened as (
         select $2::timestamptz - (14 - place) * interval '1 day' as at, count from unnest($3::integer[]) with ordinality d (count, place)
         where count > 0
       ), hours as (
         insert into error_hour (event_id, hour, count) select $1, date_trunc('hour', at), count from happened
       )
       insert into error_day (event_id, day, count) select $1, (at at time zone 'Asia/Shanghai')::date, count from happened`,
      [id, last, days],
    )
    await client.query(
      `insert into error_sample (event_id, place, at, message, stack, url, user_agent, release, request_id)
       select id, 0, last_at, message, stack, url, 'Mozilla/5.0', release, '' from error_event where id = $1`,
      [id],
    )
    await client.query(
      `with people as (
         insert into error_person (event_id, kind, person_id, first_at)
         select $1, 'user', id, $3 from (select id from "user" where status <> 'deleted' order by id desc limit $2) u returning 1
       ) update error_event set person_count = (select count(*) from people) where id = $1`,
      [id, people, last],
    )
    if (!named) continue
    await client.query(
      `insert into error_event_release (event_id, release, count, first_at, last_at)
       select e.id, r.release, case when r.place = 1 then e.count / 2 else e.count - e.count / 2 end, e.first_at, e.last_at
       from error_event e, unnest($2::text[]) with ordinality as r (release, place) where e.id = $1`,
      [id, releases],
    )
  }
  await client.query(
    `insert into error_release (source, release, first_at)
     select 'h5', release, $2::timestamptz - interval '20 days' from unnest($1::text[]) release on conflict do nothing`,
    [releases, last],
  )
}
