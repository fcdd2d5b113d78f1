import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainName } from '@kabao/contract/kernel/typed/person-name'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { administer } from '#test/global-setup'
import { copyTemplate } from '#test/harness'
import { migrationsFolder } from '../base/paths.ts'
import { createDb, createPool, type Db } from './client.ts'
import { migrate } from './migrate.ts'
import { serviceRole } from './rights.ts'
import { awaitSchema, schemaState } from './schema-state.ts'

const cluster = inject('cluster')
let database: string
let pool: pg.Pool
let db: Db
/** The migrations of newer code. */
let newer: string

beforeAll(async () => {
  newer = await mkdtemp(join(tmpdir(), 'kabao-newer-'))
  await cp(migrationsFolder, newer, { recursive: true })
})
beforeEach(async () => {
  database = `migrate_${randomUUID().replaceAll('-', '')}`
  await copyTemplate(database)
  pool = createPool({ ...cluster, database, max: 3 })
  db = createDb(pool)
})
afterEach(async () => {
  await pool.end()
  await administer(cluster, `drop database if exists ${database} with (force)`)
  await rm(join(newer, '0998-more.sql'), { force: true })
})
afterAll(() => rm(newer, { recursive: true, force: true }))

const migrateFurther = async (text: string) => {
  await writeFile(join(newer, '0998-more.sql'), text)
  return migrate(db, { folder: newer })
}

test('this code runs on a database that newer code has only added to', async () => {
  expect(await migrateFurther('create table more (id int);')).toEqual({ missing: [], isNewer: false })
  expect(await migrate(db)).toEqual({ missing: [], isNewer: true })
  // Also while newer code does it.
  expect(await migrate(db, { folder: newer })).toEqual({ missing: [], isNewer: false })
})

test('a migration that takes something away refuses code that still uses it, and no other', async () => {
  await migrateFurther('-- contract: needs code >= 0997\ncreate table more (id int);')
  await expect(migrate(db)).rejects.toThrow(
    /^The database was migrated further than .* 0998-more needs a version with the migration 0997/,
  )
  await sql`update schema_step set needs_code = 72 where name = '0998-more'`.execute(db)
  expect(await migrate(db)).toEqual({ missing: [], isNewer: true })
})

/** Until the migration waits for a lock. */
const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%alter table one%'`,
      )
      return rows.length
    })
    .toBe(1)

test('a migration whose writer waits for it gives way, the writer goes on, and the migration is done', async () => {
  await sql`create table one (id int); create table two (id int)`.execute(db)
  const writer = await pool.connect()
  try {
    // The writer never looks for a deadlock itself.
    await writer.query(`set deadlock_timeout = '1h'; begin; insert into one values (1)`)
    const migrating = migrateFurther('alter table two add more int; alter table one add more int;')
    await untilWaiting()
    await writer.query('insert into two values (2)')
    await writer.query('commit')
    expect(await migrating).toEqual({ missing: [], isNewer: false })
    const { rows } = await pool.query('select one.id, two.id as other, one.more, two.more from one, two')
    expect(rows).toEqual([{ id: 1, other: 2, more: null }])
  } finally {
    writer.release(true)
  }
})

test('what a migration makes can be written at once, while the next one waits', async () => {
  await sql`create table one (id int)`.execute(db)
  const mayWrite = async (table: string) =>
    (await pool.query(`select has_table_privilege($1, $2, 'insert') as may`, [serviceRole, table])).rows[0]
      .may
  const writer = await pool.connect()
  try {
    await writer.query('begin; insert into one values (1)')
    await writeFile(join(newer, '0997-first.sql'), 'create table first (id int);')
    await writeFile(join(newer, '0998-more.sql'), 'alter table one add more int;')
    const migrating = migrate(db, { folder: newer, role: async () => serviceRole })
    await untilWaiting()
    expect(await mayWrite('first')).toBe(true)
    await writer.query('commit')
    expect(await migrating).toEqual({ missing: [], isNewer: false })
    expect([await mayWrite('first'), await mayWrite('one'), await mayWrite('transfer')]).toEqual([
      true,
      true,
      false,
    ])
  } finally {
    writer.release(true)
    await rm(join(newer, '0997-first.sql'))
  }
})

test('addresses that older code stored have one form, and two entries for one are one', async () => {
  await sql`drop trigger user_plain_ip on "user"; drop trigger blacklist_plain_ip on blacklist;
    drop function plain_ip, store_plain_ip, list_plain_ip`.execute(db)
  await sql`
    insert into "user" (flow, ip) values ('full', '::ffff:cb00:714d'), ('full', '2001:db8::1'), ('full', null);
    insert into blacklist (kind, value, reason, remark, expires_at) values
      ('ip', '::ffff:cb00:714d', 'fraud', 'one', '2099-01-01'), ('ip', '203.0.113.77', 'complaint', '', null),
      ('ip', '::ffff:cb00:714e', 'x', '', '2099-01-01'), ('ip', '203.0.113.78', 'x', 'two', '2098-01-01'),
      ('ip', '::ffff:203.0.113.79', '', '', null), ('ip', '::ffff:1', '', '', null), ('ip', '2001:db8::1', '', '', null),
      ('device', '::ffff:cb00:714d', '', '', null)`.execute(db)
  await sql.raw(await readFile(join(migrationsFolder, '0080-one-address.sql'), 'utf8')).execute(db)
  // As older code still does beside it.
  await sql`insert into "user" (flow, ip) values ('full', '::ffff:a01:203')`.execute(db)
  await sql`insert into blacklist (kind, value) values ('ip', '::ffff:cb00:714d') on conflict do nothing`.execute(
    db,
  )

  const users = await pool.query('select ip from "user" order by id')
  expect(users.rows.map(({ ip }) => ip)).toEqual(['203.0.113.77', '2001:db8::1', null, '10.1.2.3'])
  const { rows } = await pool.query(
    `select kind, value, reason, remark, expires_at::date::text as until from blacklist order by id`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['ip', '203.0.113.77', 'complaint; fraud', 'one', null],
    ['ip', '203.0.113.78', 'x', 'two', '2099-01-01'],
    ['ip', '203.0.113.79', '', '', null],
    ['ip', '::ffff:1', '', '', null],
    ['ip', '2001:db8::1', '', '', null],
    ['device', '::ffff:cb00:714d', '', '', null],
  ])
})

test('names that older code stored have the form in which the contract stores them', async () => {
  const names = [
    '张 三',
    '阿卜杜•热合曼',
    '阿卜杜 ． 热合曼',
    'Ｊｏｈｎ  Smith',
    'Rene\u0301e',
    '\u202e张三\u200b',
    'J.R. Smith',
    '张三',
  ]
  await sql`drop function plain_name`.execute(db)
  for (const name of names) await sql`insert into "user" (flow, name) values ('full', ${name})`.execute(db)
  await sql.raw(await readFile(join(migrationsFolder, '0103-one-name.sql'), 'utf8')).execute(db)
  const { rows } = await pool.query('select name from "user" order by id')
  expect(rows.map(({ name }) => name)).toEqual(names.map(plainName))
  expect(names.map(plainName)).toEqual([
    '张三',
    '阿卜杜·热合曼',
    '阿卜杜·热合曼',
    'John Smith',
    'Renée',
    '张三',
    'J.R. Smith',
    '张三',
  ])
})

test('devices that older code stored have one form, and the entries for one are one', async () => {
  await sql`drop trigger user_plain_device on "user"; drop trigger blacklist_plain_device on blacklist;
    drop function store_plain_device, list_plain_device`.execute(db)
  await sql`
    insert into "user" (flow, device) values ('full', 'IDFA-1'), ('full', 'idfa-2'), ('full', null);
    insert into blacklist (kind, value, reason, remark, expires_at) values
      ('device', 'IDFA-1', 'fraud', 'one', '2099-01-01'), ('device', 'Idfa-1', 'complaint', '', null),
      ('device', 'idfa-1', '', '', '2098-01-01'), ('device', 'Other', '', '', null), ('ip', '2001:db8::1', '', '', null)`.execute(
    db,
  )
  await sql.raw(await readFile(join(migrationsFolder, '0104-one-device.sql'), 'utf8')).execute(db)
  // As older code still does beside it.
  await sql`insert into "user" (flow, device) values ('full', 'IDFA-3')`.execute(db)
  await sql`insert into blacklist (kind, value) values ('device', 'IDFA-1') on conflict do nothing`.execute(
    db,
  )

  const users = await pool.query('select device from "user" order by id')
  expect(users.rows.map(({ device }) => device)).toEqual(['idfa-1', 'idfa-2', null, 'idfa-3'])
  const { rows } = await pool.query(
    'select kind, value, reason, remark, expires_at::text as until from blacklist order by id',
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['device', 'idfa-1', 'fraud; complaint', 'one', null],
    ['device', 'other', '', '', null],
    ['ip', '2001:db8::1', '', '', null],
  ])
})

test('a database of another line of versions is refused', async () => {
  await sql`insert into schema_step (name) values ('0003-other')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'made by another version of Kabao: it has the migration 0003-other',
  )
  await sql`update schema_step set name = '0998-more' where name = '0003-other'`.execute(db)
  await sql`delete from schema_step where name like '0071-%'`.execute(db)
  await expect(migrate(db)).rejects.toThrow('it has the migration 0998-more')
})

test('a database that lacks a migration is waited for, then refused', async () => {
  const [last] = (await schemaState(db, newer)).missing
  expect(last).toBeUndefined()
  await sql`delete from schema_step where name like '0071-%'`.execute(db)
  await expect(awaitSchema(db, async () => true, 1)).rejects.toThrow(
    /^With MIGRATE=off .* lacks 0071-schema-step: run/,
  )
  const waiting = awaitSchema(db, async () => true)
  await sql`insert into schema_step (name) values ('0071-schema-step')`.execute(db)
  expect(await waiting).toEqual({ missing: [], isNewer: false })
})
