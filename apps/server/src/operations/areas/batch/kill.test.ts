import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { isExhaustive } from '#test/exhaustive'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'

const app = startApp()
const worker = killableWorkers(app, [{ name: 'batch' }], { killedRuns: 50 })
const [rounds, many] = isExhaustive ? [20, 60_000] : [6, 20_000]
const perPiece = 500

beforeAll(async () => {
  // In parts, because a statement may not take long.
  for (let made = 0; made < many; made += 5_000)
    await app.pool.query(
      `insert into "user" (phone, name, flow, status)
       select '139' || lpad(n::text, 8, '0'), '王小明', 'full', case when n % 10 = 0 then 'pushed' else 'rejected' end
       from generate_series($1::int + 1, $1::int + 5000) n`,
      [made],
    )
  await app.pool.query('analyze "user"')
  // More kills than a batch may have, and polling without delay, because this test is about what a kill leaves behind.
  await app.pool.query(
    `update pgboss.queue set retry_limit = 50, retry_delay = 0, retry_backoff = false, expire_seconds = 2 where name = 'batch'`,
  )
})

/** Does what the queue does by itself when the lease of a dead run has expired, as for the last run. */
const endLease = () =>
  app.pool.query(
    `update pgboss.job set state = 'retry', start_after = now() where name = 'batch' and state = 'active'`,
  )
const count = async (condition: string) =>
  (await app.pool.query(`select count(*)::int as n from ${condition}`)).rows[0].n as number

test('when its process is killed again and again, no part of a batch is half done, lost or done twice', {
  timeout: 300_000,
}, async () => {
  const request = await app.as('user:delete')
  const filter = { status: 'rejected' }
  const { data: counted } = (await request('POST', '/user/batch/delete/count', { filter })).body
  const total = many * 0.9
  expect(counted).toMatchObject({ count: total, others: 0 })
  const begun = await request('POST', '/user/batch/delete/matching', {
    filter,
    count: total,
    mark: counted.mark,
  })
  expect(begun.body).toMatchObject({ code: '0000', data: { done: 0, batch: { total, status: 'queued' } } })
  const { id } = begun.body.data.batch
  const done = async () => (await app.pool.query('select done from batch where id = $1', [id])).rows[0].done

  let inTheMiddle = 0
  let before = 0
  let next = worker()
  for (let round = 0; round < rounds; round++) {
    const child = await next
    await endLease()
    next = worker()
    child.begin()
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(before), {
      timeout: 60_000,
      interval: 3,
    })
    await sleep((round * 37) % 60)
    await child.kill()
    // The database rolls back the open transaction as soon as it notices the kill.
    await vi.waitFor(async () =>
      expect(
        await count(
          `pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
        ),
      ).toBe(0),
    )
    const now = await done()
    if (now < total) inTheMiddle++
    // Only whole pieces exist: rows, audit log entries and progress are written in one transaction.
    expect(now % perPiece).toBe(0)
    expect([
      await count(`"user" where status = 'deleted'`),
      await count(`audit_log where target_kind = 'user'`),
    ]).toEqual([now, now])
    before = now
  }
  expect(inTheMiddle).toBe(rounds)

  // The last run gets no help: it takes over when the lease of the dead run has expired.
  const last = await next
  last.begin()
  await vi.waitFor(async () => expect(await count(`batch where status = 'done'`)).toBe(1), {
    timeout: 180_000,
    interval: 50,
  })
  await vi.waitFor(async () =>
    expect(await count(`pgboss.job where name = 'batch' and state = 'completed'`)).toBe(1),
  )
  await last.kill()

  expect(await done()).toBe(total)
  expect(await count(`"user" where status = 'deleted' and phone is null and version = 2`)).toBe(total)
  expect(await count(`"user" where status = 'pushed' and phone is not null and version = 1`)).toBe(
    many - total,
  )
  // Each row has one audit log entry, and the owner has one message.
  const lines = await app.pool.query(
    `select count(*)::int as all, count(distinct target_id)::int as different from audit_log where target_kind = 'user'`,
  )
  expect(lines.rows[0]).toEqual({ all: total, different: total })
  expect(await count('message')).toBe(1)
})
