import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { standardOf } from '@kabao/contract/operations/setting'
import { type Postgres, startPostgres } from '@kabao/postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listExports } from '#boot/registry'
import { serverRoot } from '#platform/base/paths'
import { createDb, createPool } from '#platform/db/client'
import { createLongReads } from '#platform/db/long-reads'
import type { AnyListExport } from '#platform/exports/list-export'
import { writeListFile } from '#platform/exports/list-file'
import { createVault } from '#platform/keys/vault'
import type { Settings } from '#platform/settings/settings'
import { memoryFolder } from '../../../scripts/lib/memory-folder.mjs'
import { type Instance, instanceOf } from './built-service.ts'
import { type ConsoleCaller, signIn } from './faults/console-caller.ts'
import { secret } from './harness.ts'
import { hangLimit } from './process.ts'
import { serviceProgram } from './programs-of-run.ts'
import { startStandby } from './standby.ts'

const users = 20_000
const columns = ['id', 'name']
let folder: string
let postgres: Postgres
let standby: Postgres
let primary: pg.Pool
let replica: pg.Pool
let instance: Instance
let admin: ConsoleCaller

beforeAll(async () => {
  folder = await memoryFolder('kabao-replica-exports-')
  await chmod(folder, 0o755)
  postgres = await startPostgres({ dataDir: join(folder, 'primary'), durable: false })
  const env = {
    DATABASE_URL: postgres.url,
    DATA_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    ADMIN_PASSWORD: secret('first 1234'),
    SERVE: 'api,jobs',
    DRAIN_SECONDS: '0',
  }
  // The first start makes the tables, and the replica is a copy of them.
  const maker = await instanceOf(serviceProgram(), env)
  await maker.start()
  await maker.stop()
  primary = createPool({ ...postgres.connection, max: 3 })
  await primary.query(
    `insert into "user" (name, flow, status) select '王小明', 'full', 'accepted' from generate_series(1, ${users})`,
  )
  standby = await startStandby({
    from: join(folder, 'primary'),
    primary: postgres.connection,
    dataDir: join(folder, 'standby'),
    // It ends a read at once that is in the way of what it replays.
    settings: { max_standby_streaming_delay: 0 },
  })
  replica = createPool({ ...standby.connection, max: 3, onIdleError: () => undefined })
  instance = await instanceOf(serviceProgram(), {
    ...env,
    DATABASE_READ_URL: standby.url,
    READ_LAG_SECONDS: '2',
  })
  await instance.start()
  admin = await signIn(instance.url, 'first 1234', secret('second 1234'))
}, hangLimit)

afterAll(async () => {
  await instance?.kill()
  await Promise.all([primary?.end(), replica?.end()])
  await standby?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}, hangLimit)

/** Exports all users in the queue. @returns how many rows the file has */
async function exportUsers(): Promise<number> {
  const { data } = await admin.call('/user/page/export', { format: 'csv', columns })
  expect(data.task.status).toBe('queued')
  const taskOf = async () =>
    (await primary.query('select status, rows_done from export_task where id = $1', [data.task.id])).rows[0]
  await expect.poll(async () => (await taskOf()).status).toBe('done')
  return Number((await taskOf()).rows_done)
}

/** How many rows of the users were read there. */
const readOn = async (pool: pg.Pool) =>
  Number(
    (
      await pool.query(
        `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_user_tables where relname = 'user'`,
      )
    ).rows[0]?.n ?? 0,
  )

test('an export reads from the replica, and has what its requester wrote before', {
  timeout: 60_000,
}, async () => {
  const before = await readOn(replica)
  await primary.query(`insert into "user" (name, flow, status) values ('王小明', 'full', 'accepted')`)
  expect(await exportUsers()).toBe(users + 1)
  await expect.poll(async () => (await readOn(replica)) - before).toBeGreaterThanOrEqual(users)
})

test('an export reads from the primary while the replica is behind', { timeout: 60_000 }, async () => {
  await replica.query('select pg_wal_replay_pause()')
  try {
    await primary.query(`insert into "user" (name, flow, status) values ('王小明', 'full', 'accepted')`)
    const before = await readOn(replica)
    expect(await exportUsers()).toBe(users + 2)
    expect((await readOn(replica)) - before).toBeLessThan(users)
  } finally {
    await replica.query('select pg_wal_replay_resume()')
  }
})

/** A scheduled report of how many registered today, for the administrator who is signed in. @returns its id */
async function addSchedule(): Promise<string> {
  const { rows } = await primary.query(`select id::text from admin where username = 'admin'`)
  const { code, data } = await admin.call('/report-schedule', {
    report: 'reportChannelListProfit',
    name: '日报',
    preset: 'today',
    grain: 'day',
    way: 'day',
    compare: 'none',
    by: 'both',
    sort: '-registrations',
    columns: ['name', 'registrations'],
    format: 'csv',
    language: 'zh-CN',
    rhythm: 'day',
    hour: 0,
    recipients: [rows[0].id],
  })
  expect(code).toBe('0000')
  return data.id
}

/** Has the schedule fall due, as by the clock, and waits for its file. @returns how many rows the file has */
async function sendDue(id: string): Promise<number> {
  await primary.query(`update report_schedule set next_at = now() - interval '1 second' where id = $1`, [id])
  await primary.query(
    `update job_schedule set due_at = due_at - interval '2 minutes' where name = 'report-schedule'`,
  )
  const { rows: before } = await primary.query('select coalesce(max(id), 0) as id from report_run')
  const runOf = async () =>
    (
      await primary.query(
        `select r.status, t.rows_done::int as rows from report_run r left join report_delivery d on d.run_id = r.id
           left join export_task t on t.id = d.task_id where r.schedule_id = $1 and r.id > $2`,
        [id, before[0].id],
      )
    ).rows[0]
  await expect.poll(async () => (await runOf())?.status, { timeout: 60_000 }).toBe('ready')
  return (await runOf()).rows
}

/** Adds a channel with registrations today, which is a row of the report. */
async function addChannel(code: string): Promise<void> {
  const { rows } = await primary.query(
    `insert into channel (code, name, flow) values ($1, $1, 'full') returning id`,
    [code],
  )
  await primary.query(
    `insert into fact (id, kind, ref_id, user_id, channel_id, org_id, plan_id, product_id, fen, day, came, city_code, flow)
     values (time_id(now()), 'registration', 1, 0, $1, 0, 0, 0, 0, business_day(now()), business_day(now()), 0, 'full')`,
    [rows[0].id],
  )
  const isCounted = async () =>
    (await primary.query('select from roll_up where channel_id = $1 and registrations > 0', [rows[0].id]))
      .rowCount
  await expect.poll(isCounted, { timeout: 30_000 }).toBeGreaterThan(0)
}

/** What is replayed then may end the statement that asks for it. */
async function resumeReplay(): Promise<void> {
  await replica.query('select pg_wal_replay_resume()').catch((error: { code?: string }) => {
    if (error.code !== '40001') throw error
  })
  const state = async () =>
    (await replica.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state
  await expect.poll(state).toBe('not paused')
}

test('a scheduled report reads from the replica what was there when it began, else from the primary', {
  timeout: 240_000,
}, async () => {
  const id = await addSchedule()
  const rowsRead = async (pool: pg.Pool) =>
    Number(
      (
        await pool.query(`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as n from pg_stat_user_tables
          where relname like 'roll\\_up%' or relname = 'channel'`)
      ).rows[0].n,
    )
  await addChannel('replicaone')
  const [there, here] = [await rowsRead(replica), await sendDue(id)]
  expect(here).toBeGreaterThan(0)
  await expect.poll(async () => (await rowsRead(replica)) - there).toBeGreaterThan(0)

  await replica.query('select pg_wal_replay_pause()')
  try {
    await addChannel('replicatwo')
    // The replica lacks the second channel.
    expect(await sendDue(id)).toBe(here + 1)
  } finally {
    await resumeReplay()
  }
})

/**
 * Removes rows on the primary that a read on the replica still needs. This process waits, so that it takes nothing of what the replica
 * sends, and the read cannot end before.
 */
function removeUnderneath(): void {
  const program = `
    import pg from 'pg'
    const client = new pg.Client(${JSON.stringify(postgres.connection)})
    await client.connect()
    await client.query('delete from "user" where id in (select id from "user" order by id limit 100)')
    await client.query('vacuum "user"')
    await client.end()
    await new Promise((resolve) => setTimeout(resolve, 500))`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: serverRoot })
}

test('a read that the replica ends is done again on the primary, and the file is whole', {
  timeout: 60_000,
}, async () => {
  const list = listExports.find(({ resource }) => resource === 'user') as AnyListExport
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const longReads = createLongReads({ replica, lagSeconds: 15, report })
  const path = join(folder, 'whole.csv')
  const before = (await primary.query('select count(*)::int as n from "user"')).rows[0].n
  let begun = 0
  const vault = createVault(randomBytes(32).toString('base64'))
  const settings = { get: standardOf } as Settings
  const written = await writeListFile(
    { db: createDb(primary), pool: primary, longReads, vault, settings },
    {
      list,
      path,
      language: 'en-US',
      owner: null,
      body: list.body.parse({ format: 'csv', columns: ['id', 'name', 'createdAt', 'status'] }),
    },
    {
      signal: new AbortController().signal,
      watch: () => {
        begun += 1
        if (begun === 1) removeUnderneath()
      },
    },
  )
  expect(reported).toEqual([expect.objectContaining({ code: '40001' })])
  expect([begun, written.rows]).toEqual([2, before - 100])
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(before - 100 + 1)
})
