import { expect, test } from 'vitest'
import { loginLogRetention } from '#access/areas/login-log/retention'
import { sessionRetention } from '#access/areas/session/retention'
import { errorEventRetention } from '#operations/areas/error-event/retention'
import { messageRetention } from '#operations/areas/message/retention'
import type { AnyJob } from '#platform/jobs/job'
import { partitionJob } from '#platform/partitions/job'
import { startApp } from './harness.ts'
import { reachWorld } from './reach-world.ts'
import { runOnce } from './run-jobs.ts'

const app = startApp()

const run = (job: AnyJob, signal?: AbortSignal) => runOnce(app, job, signal)
const count = async (table: string) =>
  (await app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

test('messages are deleted after the time of the settings, read or not, also if there are very many', async () => {
  const { adminId } = await app.as()
  await app.pool.query(
    `insert into message (admin_id, kind, title, content, created_at)
     select $1, 'notice', '[]', '[]', now() - n * interval '10 minutes' from generate_series(1, 20000) n`,
    [adminId],
  )
  expect(await run(messageRetention)).toEqual({ removed: 0 })
  await app.set('retention.messageDays', 7)
  expect(await run(messageRetention)).toEqual({ removed: 20_000 - 7 * 24 * 6 + 1 })
  expect(await count('message')).toBe(7 * 24 * 6 - 1)
  await app.set('retention.messageDays', null)
})

test('a job that is aborted ends between two batches', async () => {
  const told = AbortSignal.abort(new Error('enough'))
  await expect(run(messageRetention, told)).rejects.toThrow('enough')
})

test('the sign-in log and the audit log are dropped by whole months, each by its own setting, none that the law requires', async () => {
  const old = (days: number) => `now() - interval '${days} days'`
  await app.pool.query(
    `select make_partitions('login_log', ${old(1_200)}), make_partitions('audit_log', ${old(1_200)})`,
  )
  await app.pool.query(`insert into login_log (id, username, result, reason, ip) values
    (time_id(${old(400)}), 'old', 'failed', 'wrongPassword', '10.0.0.1'),
    (time_id(${old(364)}), 'new', 'failed', 'wrongPassword', '10.0.0.1')`)
  await app.pool.query(`insert into audit_log (id, point) select time_id(now() - (1130 + n % 3) * interval '1 day'), 'old'
    from generate_series(1, 30) n`)
  await app.pool.query(`insert into audit_log (id, point) values (time_id(${old(1_090)}), 'younger')`)
  await run(partitionJob)
  expect((await app.pool.query('select username from login_log')).rows).toEqual([{ username: 'new' }])
  const { rows } = await app.pool.query(
    `select point, count(*)::int as n, sum((after->>'deleted')::int)::int as deleted from audit_log
     where point in ('old', 'younger', 'audit:retention') group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { point: 'audit:retention', n: expect.any(Number), deleted: 30 },
    { point: 'younger', n: 1, deleted: null },
  ])
})

test('deliveries, notices and their files are dropped by the days of their setting; what was still due is forgotten', async () => {
  const tables = ['delivery', 'notice', 'notice_file'] as const
  const { rows: targets } = await app.pool.query(
    `insert into notice_target (kind, name, kinds, language, host) values ('wecom', '群', '{lowBalance}', 'zh-CN', 'robot.example')
     returning id`,
  )
  for (const table of tables)
    await app.pool.query(`select make_partitions($1, now() - interval '40 days')`, [table])
  for (const days of [33, 20, 3]) {
    const { rows } = await app.pool.query(
      `insert into notice (id, kind, title, content, told) values (time_id(now() - make_interval(days => $1)), $2, '[]', '[]', '{}')
       returning id`,
      [days, `d${'x'.repeat(days)}`.slice(0, 32)],
    )
    await app.pool.query(`insert into notice_file (id, nth, name, content) values ($1, 0, 'a.csv', '')`, [
      rows[0].id,
    ])
    await app.pool.query(
      `with made as (insert into delivery (id, event_id, target_id, kind, event) values ($1, $1, $2, 'notice', 'lowBalance') returning id)
       insert into delivery_due (delivery_id, due_at, target) select id, now(), 'notice:' || $2 from made`,
      [rows[0].id, targets[0].id],
    )
  }
  const left = () => Promise.all(tables.map(count))
  await run(partitionJob)
  expect(await left()).toEqual([2, 2, 2])
  await app.set('retention.deliveryDays', 7)
  await run(partitionJob)
  expect(await left()).toEqual([1, 1, 1])
  expect(await count('delivery_due')).toBe(3)
  const world = reachWorld(app)
  await app.pool.query('update notice_target set is_on = false')
  world.start()
  await expect.poll(() => count('delivery_due')).toBe(0)
  await world.stop()
  expect(await world.deliveries(targets[0].id)).toMatchObject([{ state: 'untold', reason: 'off' }])
  expect(world.logged).toEqual([])
  await app.set('retention.deliveryDays', null)
})

test('counts of repeated sign-ins are deleted after an hour', async () => {
  await app.pool.query(`insert into login_repeat (key, login_id) values
    ('\\x01', time_id(now() - interval '61 minutes')), ('\\x02', time_id(now() - interval '59 minutes'))`)
  expect(await run(loginLogRetention)).toEqual({ removed: 1 })
  expect(await count('login_repeat')).toBe(1)
})

test('an error that has not happened again is deleted, and so is an expired counter', async () => {
  await app.pool.query(`insert into error_event (source, name, message, fingerprint, first_at, last_at) values
    ('console', 'old', '', '\\x01', now() - interval '200 days', now() - interval '91 days'),
    ('console', 'seen again', '', '\\x02', now() - interval '200 days', now() - interval '1 day')`)
  await app.pool.query(`insert into error_throttle values ('gone', 1, 1), ('counts', 1, 99999999999999)`)
  expect(await run(errorEventRetention)).toEqual({ removed: 1, hours: 0 })
  expect((await app.pool.query('select name from error_event')).rows).toEqual([{ name: 'seen again' }])
  expect((await app.pool.query('select key from error_throttle')).rows).toEqual([{ key: 'counts' }])
})

test('what a single sign-on or a sign-out at the provider has left is deleted, and nothing that still counts', async () => {
  await app.pool.query(`insert into sso_flow (token_hash, expires_at) select sha256(n::text::bytea), now() + case when n <= 6000
    then interval '-1 second' else interval '1 minute' end from generate_series(1, 6003) n`)
  await app.pool.query(
    `insert into sso_logout (jti_hash, at) values ('\\x01', now() - interval '25 hours'), ('\\x02', now() - interval '23 hours')`,
  )
  await run(sessionRetention)
  expect(await count('sso_flow')).toBe(3)
  expect((await app.pool.query(`select encode(jti_hash, 'hex') as jti from sso_logout`)).rows).toEqual([
    { jti: '02' },
  ])
})

test('sessions that have expired by the settings, idle or old, are deleted', async () => {
  const [fresh, idle, old] = [await app.as(), await app.as(), await app.as()]
  await app.pool.query(
    'update session set last_seen_at = now() - interval $$121 minutes$$ where admin_id = $1',
    [idle.adminId],
  )
  await app.pool.query('update session set created_at = now() - interval $$13 hours$$ where admin_id = $1', [
    old.adminId,
  ])
  const left = async () =>
    (
      await app.pool.query('select admin_id from session where admin_id = any($1) order by 1', [
        [fresh, idle, old].map((each) => each.adminId),
      ])
    ).rows.map((row) => row.admin_id)
  await run(sessionRetention)
  expect(await left()).toEqual([fresh.adminId])
})
