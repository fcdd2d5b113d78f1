import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { administer } from '#test/global-setup'
import { migrationsFolder } from '../base/paths.ts'

const cluster = inject('cluster')
const database = `test_${randomUUID().replaceAll('-', '')}`
const client = new pg.Client({ ...cluster, database })
const rowsOf = async (query: string) => (await client.query(query)).rows

/** Runs the migrations whose numbers are in this range. */
async function migrate(from: number, to: number) {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of names.filter(
    (each) => Number(each.slice(0, 4)) >= from && Number(each.slice(0, 4)) <= to,
  ))
    await client.query(await readFile(join(migrationsFolder, name), 'utf8'))
}

beforeAll(async () => {
  await administer(cluster, `create database ${database}`)
  await client.connect()
  await migrate(1, 34)
}, 60_000)

afterAll(async () => {
  await client.end()
  await administer(cluster, `drop database if exists ${database} with (force)`)
})

test('push records are carried over to time ids, with their attempts and open windows', async () => {
  await client.query(`
    insert into org (code, name, flow) values ('org1', 'org', 'half');
    insert into plan (org_id, name, flow, price_fen, starts_on) values (1, 'p', 'half', 1, '2026-01-01');
    insert into "user" (flow) select 'half' from generate_series(1, 3);
    insert into push_record (user_id, org_id, plan_id, flow, stage, status, attempts, request_at, responded_at, reason, external_id,
      request, answer, dedupe_days) values
      (1, 1, 1, 'half', 'submit', 'rejected', 2, '2025-03-31T23:59:59.999Z', '2025-04-01T00:00:01.249Z', '评分不足', 'P1',
        '{"phone": "138****0001"}', '{"code": "1"}', 30),
      (2, 1, 1, 'half', 'consent', 'pending', 1, date_trunc('milliseconds', now()) - interval '1 day', null, null, null,
        '{"phone": "138****0002"}', null, 30),
      (3, 1, 1, 'half', 'check', 'failed', 0, date_trunc('milliseconds', now()) - interval '2 days', null, null, null, null, null, 1);
    create table before as select * from push_record`)
  await migrate(35, 35)
  expect(
    await rowsOf(`
      select count(*)::int as same, min(r.id) > 10000000000 as "isTimeId" from push_record r join before b using (user_id, org_id, plan_id,
        flow, stage, status, attempts, price_fen, cost_fen, dedupe_days, request_at, updated_at)
      where (r.reason, r.external_id, r.responded_at, r.city_code, r.channel_id)
        is not distinct from (b.reason, b.external_id, b.responded_at, b.city_code, b.channel_id)`),
  ).toEqual([{ same: 3, isTimeId: true }])
  expect(await rowsOf('select tableoid::regclass::text as part from push_record where user_id = 1')).toEqual([
    { part: 'part.push_record_2025_03' },
  ])
  expect(
    await rowsOf(`
      select r.user_id, a.number, a.stage, a.outcome, a.took_ms, a.request, a.reply, time_of_id(a.id) = r.request_at as "isAtRequest"
      from push_attempt a join push_record r on r.id = a.push_id order by 1`),
  ).toMatchObject([
    {
      number: 2,
      stage: 'submit',
      outcome: 'rejected',
      took_ms: 1250,
      isAtRequest: true,
      request: { phone: '138****0001' },
      reply: { code: '1' },
    },
    {
      number: 1,
      stage: 'check',
      outcome: null,
      took_ms: null,
      request: { phone: '138****0002' },
      reply: null,
    },
  ])
  expect(
    await rowsOf(`select d.user_id, d.until - b.request_at = interval '30 days' as "is30Days" from push_dedupe d
      join before b using (user_id, org_id)`),
  ).toEqual([{ user_id: '2', is30Days: true }])
  expect(await rowsOf(`select to_regclass('push_record_before') as before`)).toEqual([{ before: null }])
})

test('every foreign key of the large tables has an index', async () => {
  const rows = await rowsOf(`
    select c.conname from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.conrelid in ('push_record'::regclass, 'push_attempt'::regclass, 'match_run'::regclass)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`)
  expect(rows).toEqual([])
})

test('an id that disagrees with the time of its request cannot be written', async () => {
  await expect(
    client.query(
      `insert into push_record (user_id, org_id, plan_id, flow, request_at) values (1, 1, 1, 'half', now())`,
    ),
  ).rejects.toThrow('non-DEFAULT value into column "request_at"')
})
