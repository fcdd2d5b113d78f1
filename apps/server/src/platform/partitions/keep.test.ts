import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startApp } from '#test/harness'
import { runListed } from '#test/run-jobs'
import { createDb } from '../db/client.ts'
import { readAhead } from './ahead.ts'
import { makeAhead } from './keep.ts'

const app = startApp()
const run = () => runListed(app, 'partitions')

const namesOf = async (table: string) =>
  (
    await app.pool.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)
const dropLast = async (table: string, count: number) => {
  const names = (await namesOf(table)).slice(-count)
  for (const name of names) {
    // Attempts refer to pushes, and a table that is referred to is dropped only once it is detached.
    await app.pool.query(`alter table ${table} detach partition part.${name}`)
    await app.pool.query(`drop table part.${name}`)
  }
  return names
}
/** While a client holds a transaction open that has run these statements. */
async function during<T>(statements: string[], act: () => Promise<T>): Promise<T> {
  const client: pg.PoolClient = await app.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    return await act()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('a fresh database has partitions ahead, and the job makes those that time brings, as the service', async () => {
  const all = () => Promise.all(['visit', 'push_record', 'push_attempt', 'match_run'].map(namesOf))
  expect((await all()).map((names) => names.length)).toEqual([15, 4, 4, 4])
  // The database is copied from one that may have been made on the day before.
  await run()
  const before = await all()
  await dropLast('visit', 2)
  await dropLast('push_record', 3)
  await app.pool.query(`drop table part.${(await namesOf('visit'))[3]}`)
  expect(await run()).toEqual({ dropped: 0 })
  expect(await all()).toEqual(before)
})

test('rows are dropped by the days of the settings, with whole partitions, and pushes never', async () => {
  await app.pool.query(`select make_partitions('visit', now() - interval '120 days'),
    make_partitions('push_attempt', now() - interval '900 days'), make_partitions('push_record', now() - interval '900 days')`)
  const pushes = await namesOf('push_record')
  expect((await namesOf('visit')).length).toBe(128)
  await run()
  expect((await namesOf('visit')).length).toBe(98)
  const attempts = (await namesOf('push_attempt')).length
  expect([16, 17]).toContain(attempts)
  await app.set('retention.visitDays', 30)
  await app.set('retention.pushAttemptDays', 730)
  expect(await run()).toEqual({ dropped: 60 })
  expect(await run()).toEqual({ dropped: 0 })
  expect((await namesOf('visit')).length).toBe(38)
  expect(await namesOf('push_record')).toEqual(pushes)
})

test('nothing is dropped while a clock is wrong, because it would be gone', async () => {
  await app.pool.query(`select make_partitions('visit', now() - interval '130 days')`)
  const before = await namesOf('visit')
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now - 2 * 3_600_000)
  try {
    await expect(run()).rejects.toThrow('the clocks of this machine and of the database differ')
  } finally {
    vi.restoreAllMocks()
  }
  expect(await namesOf('visit')).toEqual(before)
  await run()
  expect((await namesOf('visit')).length).toBeLessThan(before.length)
})

test('the steps of people are kept for the days of their own setting', async () => {
  await app.pool.query(`select make_partitions('step_taken', now() - interval '900 days')`)
  await run()
  expect([16, 17]).toContain((await namesOf('step_taken')).length)
  await app.set('retention.stepTakenDays', 30)
  await run()
  expect([5, 6]).toContain((await namesOf('step_taken')).length)
})

test('a partition is made while others read and write the table', async () => {
  const last = await dropLast('push_record', 1)
  const { rows } = await app.pool.query(`insert into "user" (flow) values ('full') returning id`)
  await app.pool.query(`insert into org (code, name, flow) values ('ahead', 'ahead', 'full')`)
  await app.pool.query(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values (1, 'p', 'full', 1, '2026-01-01')`,
  )
  await during(
    [
      'select count(*) from push_record',
      `insert into push_record (user_id, org_id, plan_id, flow) values (${rows[0].id}, 1, 1, 'full')`,
    ],
    () => run(),
  )
  expect((await namesOf('push_record')).slice(-1)).toEqual(last)
})

test('a table that stays locked is named, and the others get their partitions', async () => {
  const visits = await dropLast('visit', 7)
  const runs = await dropLast('match_run', 3)
  const short = await during(
    ['lock table match_run in access share mode', 'lock table "user" in row exclusive mode'],
    () => makeAhead(createDb(app.servicePool)),
  )
  expect((await namesOf('visit')).slice(-7)).toEqual(visits)
  // Near the end of a month there is too little left; otherwise the month itself is enough.
  const { seconds } = (await readAhead(app.db)).find(({ table }) => table === 'match_run') ?? { seconds: 0 }
  expect(short.map(({ table }) => table)).toEqual(seconds < 7 * 86_400 ? ['match_run'] : [])
  expect(await namesOf('match_run')).not.toContain(runs[0])
  await run()
  expect((await namesOf('match_run')).slice(-3)).toEqual(runs)
})

test('a table without partitions ahead fails the job by name and shows in the metrics', async () => {
  const shown = async () => {
    const { payload } = await app.app.inject('/metrics')
    return Number(/^partitions_ahead_seconds\{table="visit",unit="day"\} (\d+)$/m.exec(payload)?.[1])
  }
  expect(await shown()).toBeGreaterThan(7 * 86_400)
  const names = await namesOf('visit')
  const lost = names[names.length - 8] as string
  await app.pool.query(`alter table visit detach partition part.${lost}`)
  expect(await shown()).toBe(0)
  // The detached table has the name, so the partition cannot be made.
  await expect(run()).rejects.toThrow('partitions ahead are missing: visit')
  await app.pool.query(`drop table part.${lost}`)
  await run()
  expect(await shown()).toBeGreaterThan(7 * 86_400)
})
