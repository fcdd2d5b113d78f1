import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { createDb, createPool } from './client.ts'
import { ensureServiceRole, grantRights, isKeptFromAudit, serviceRole } from './rights.ts'

const app = startApp()
const old = (days: number) => `now() - interval '${days} days'`

beforeAll(async () => {
  await app.pool.query(`insert into audit_log (point) values ('kept')`)
  await app.pool.query(
    `insert into login_log (username, reason, result, ip, attempts) values ('somebody', 'locked', 'failed', '203.0.113.7', 4)`,
  )
})

describe('the role of the service', () => {
  test.each([
    [`update audit_log set point = 'changed'`],
    [`update audit_log set id = 1 where false`],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['drop table audit_log'],
    ['alter table audit_log disable trigger all'],
    ['alter table audit_log disable trigger audit_log_no_change'],
    ['drop trigger audit_log_no_change on audit_log'],
    [
      'create or replace function audit_log_fence() returns trigger language plpgsql as $$ begin return old; end $$',
    ],
    [`set session_replication_role = 'replica'`],
    [`insert into audit_log (point, id) values ('of yesterday', time_id(now() - interval '1 day'))`],
    [`insert into audit_log (point, act_group, is_head) values ('hidden', 'batch-1', false)`],
    [`insert into audit_log (point, id) overriding system value values ('first', -1)`],
    ['set role kabao'],
    ['set session authorization kabao'],
    ['create table public.own (id int)'],
    ['select * from kysely_migration'],
    [`select drop_partitions('audit_log', 179)`],
    [`select drop_partitions('login_log', 179)`],
    ['update transfer set amount_fen = 1'],
    ['delete from transfer'],
    ['truncate transfer'],
    ['drop trigger transfer_no_change on transfer'],
    ['delete from transfer_ref'],
    [`update transfer_ref set ref_id = 'other'`],
    [`insert into transfer_ref values ('charge', 'push', '1', 1)`],
    [`insert into transfer (at) values (now())`],
    [`update org_account set balance_fen = 1`],
    ['update account set balance_fen = 1'],
    ['update account set held_fen = 0, balance_fen = 1'],
    [
      `insert into account (kind, owner_kind, owner_id, balance_fen, held_fen) values ('prepaid', 'org', 1, 5, 0)`,
    ],
    ['delete from account'],
    [`update login_log set ip = 'other'`],
    ['update login_log set attempts = 1 where false or attempts is not null'],
    ['delete from login_log'],
    ['truncate login_log'],
  ])('may not: %s', async (statement) => {
    const before = await app.pool.query('select count(*) from audit_log')
    await expect(app.servicePool.query(statement)).rejects.toThrow(
      /permission denied|must be owner|can only be added to|at least/,
    )
    expect(await app.pool.query('select count(*) from audit_log')).toMatchObject({ rows: before.rows })
  })

  test('may not reach a partition beside its table', async () => {
    const { rows } = await app.pool.query<{ name: string }>(
      `select distinct on (inhparent) inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('transfer'::regclass, 'audit_log'::regclass)`,
    )
    expect(rows).toHaveLength(2)
    for (const { name } of rows)
      await expect(app.servicePool.query(`delete from ${name}`)).rejects.toThrow('permission denied')
  })

  test('holds what is on an account, and books by the function alone', async () => {
    const { rows } = await app.pool.query<{ id: string }>(
      `with made as (insert into org (name, code, flow, status) values ('booked', 'booked01', 'full', 'enabled') returning id)
       select id from made`,
    )
    const orgId = rows[0]?.id
    await app.servicePool.query('select from account where org_id = $1 for no key update', [orgId])
    await app.servicePool.query(
      `select book_transfer((select id from account where kind = 'bank'), (select id from account where org_id = $1),
        500, 'recharge', 'recharge', '1', '2026-11-20', null, null, 0)`,
      [orgId],
    )
    await app.servicePool.query('update account set held_fen = 300 where org_id = $1', [orgId])
    const found = await app.pool.query(
      'select balance_fen::int as has, held_fen::int as held from account where org_id = $1',
      [orgId],
    )
    expect(found.rows).toEqual([{ has: 500, held: 300 }])
  })

  test('counts the attempts of a minute in the log of sign-ins', async () => {
    const { rowCount } = await app.servicePool.query(
      `update login_log set attempts = attempts + 1 where username = 'somebody'`,
    )
    expect(rowCount).toBe(1)
  })

  test('cannot give itself what it lacks', async () => {
    await app.servicePool.query(`grant all on audit_log to ${serviceRole}`)
    await expect(app.servicePool.query('delete from audit_log')).rejects.toThrow('permission denied')
    expect(await isKeptFromAudit(createDb(app.servicePool))).toBe(true)
  })

  test('adds and reads', async () => {
    await app.servicePool.query(`insert into audit_log (point) values ('added')`)
    const { rows } = await app.servicePool.query(
      `select at <= now() as is_now from audit_log where point = 'added'`,
    )
    expect(rows).toEqual([{ is_now: true }])
  })

  test('a new table gets its rights at the next start, and nothing changes if all rights are right', async () => {
    await app.pool.query('create table later (id bigint generated always as identity)')
    await expect(app.servicePool.query('insert into later default values')).rejects.toThrow(
      'permission denied',
    )
    await grantRights(app.db, serviceRole)
    await app.servicePool.query('insert into later default values')
    const before = await app.pool.query(`select xmin::text from pg_class where relname = 'later'`)
    await grantRights(app.db, serviceRole)
    const after = await app.pool.query(`select xmin::text from pg_class where relname = 'later'`)
    expect(after.rows).toEqual(before.rows)
    await app.pool.query('drop table later')
  })
})

describe('the trigger stops the owner too', () => {
  beforeAll(async () => {
    await app.pool.query(`select book_transfer((select id from account where kind = 'receivable'),
      (select id from account where kind = 'productRevenue'), 1, 'charge', 'order', '1', '2026-11-20', null, null, 0)`)
  })

  test.each([
    [`update audit_log set point = 'changed'`],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['update transfer set amount_fen = 2'],
    ['delete from transfer'],
    ['truncate transfer'],
    ['delete from transfer_ref'],
    [`update transfer_ref set ref_id = 'other'`],
    ['truncate transfer_ref'],
  ])('%s', async (statement) => {
    await expect(app.pool.query(statement)).rejects.toThrow('can only be added to')
  })
})

describe('retention', () => {
  test('retention drops whole months, the oldest first, each with an audit log entry; younger months stay', async () => {
    await app.pool.query(`select make_partitions('audit_log', ${old(400)})`)
    const made = await app.pool.query(`insert into audit_log (id, point) values
      (time_id(${old(400)}), 'a'), (time_id(${old(400)}), 'b'), (time_id(${old(300)}), 'c'), (time_id(${old(100)}), 'd')
      returning to_char(at at time zone 'UTC', 'YYYY-MM') as month`)
    const run = async () =>
      (await app.servicePool.query(`select drop_partitions('audit_log', 200) as name`)).rows
    expect((await run()).length).toBeGreaterThan(3)
    expect(await run()).toEqual([])
    const { rows } = await app.pool.query(
      `select point, username, target_id, after from audit_log where point in ('a', 'b', 'c', 'd')
         or point = 'audit:retention' and (after->>'deleted')::int > 0 order by id`,
    )
    expect(rows).toEqual([
      { point: 'd', username: null, target_id: null, after: null },
      {
        point: 'audit:retention',
        username: null,
        target_id: made.rows[0].month,
        after: { deleted: 2 },
      },
      {
        point: 'audit:retention',
        username: null,
        target_id: made.rows[2].month,
        after: { deleted: 1 },
      },
    ])
  })
})

describe('a database user that', () => {
  const connect = async (role: string, options: string) => {
    await app.pool.query(`create role ${role} login ${options}`)
    const pool = createPool({ ...app.pool.options, user: role, max: 1 })
    return { pool, db: createDb(pool) }
  }
  const endAll = async (role: string, pool: { end(): Promise<void> }) => {
    await pool.end()
    await app.pool.query(`drop owned by ${role}; drop role ${role}`)
  }

  test('may neither create roles nor switch to one works, and reports that only the trigger protects the audit log', async () => {
    const { pool, db } = await connect('kabao_plain', '')
    expect(await ensureServiceRole(db, { canLogIn: false })).toBeNull()
    await app.pool.query('grant all on audit_log to kabao_plain')
    expect(await isKeptFromAudit(db)).toBe(false)
    await endAll('kabao_plain', pool)
  })

  test('may switch to the existing role works as that role', async () => {
    const { pool, db } = await connect('kabao_member', '')
    await app.pool.query(`grant ${serviceRole} to kabao_member`)
    expect(await ensureServiceRole(db, { canLogIn: false })).toBe(serviceRole)
    await pool.query(`set role ${serviceRole}`)
    expect(await isKeptFromAudit(db)).toBe(true)
    await endAll('kabao_member', pool)
  })
})
