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
/** Of the migration that this file tests. */
const ending = '-log-table.sql'

beforeAll(async () => {
  await administer(cluster, `create database ${database}`)
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client.end()
  await administer(cluster, `drop database if exists ${database} with (force)`)
})

test('the lines of both logs are carried over to time ids, in their order and unchanged', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  const at = names.findIndex((name) => name.endsWith(ending))
  const run = async (name: string) => client.query(await readFile(join(migrationsFolder, name), 'utf8'))
  for (const name of names.slice(0, at)) await run(name)
  await client.query(`
    insert into audit_log (at, admin_id, point, target_kind, target_id, after, act_group)
      select timestamptz '2025-11-30 23:59:59.9+00' + n / 3 * interval '1 minute', 1, 'plan:batch', 'plan', n::text,
        jsonb_build_object('n', n), case when n > 50 then 'batch-1' end
      from generate_series(1, 100) n;
    insert into login_log (at, username, result, reason, ip, attempts, repeat_key)
      select timestamptz '2026-02-01 00:00:00+00' - n * interval '1 day', 'admin' || n, 'failed', 'locked', '10.0.0.1', n,
        decode(lpad(n::text, 4, '0'), 'hex')
      from generate_series(1, 60) n`)
  const audit = `select at, admin_id, point, target_id, after, act_group, is_head from audit_log order by`
  const login = `select at, username, result, reason, attempts from login_log order by`
  const before = [await rowsOf(`${audit} at, id`), await rowsOf(`${login} at, id`)]
  await run(names[at] as string)
  expect([await rowsOf(`${audit} id`), await rowsOf(`${login} id`)]).toEqual(before)
  expect(before.map(({ length }) => length)).toEqual([100, 60])
  expect(await rowsOf(`select distinct tableoid::regclass::text as name from audit_log order by 1`)).toEqual([
    { name: 'part.audit_log_2025_11' },
    { name: 'part.audit_log_2025_12' },
  ])
  await expect(client.query('delete from audit_log')).rejects.toThrow('can only be added to')
}, 60_000)
