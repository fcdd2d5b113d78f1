import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { jobs } from '#boot/registry'
import type { RunningJobs } from '#platform/jobs/start'
import { recordChanges } from '#test/changes'
import { type RequestFn, secret, startApp } from '#test/harness'
import { runJobs, runListed } from '#test/run-jobs'

const app = startApp()
const batchJobs = jobs.filter(({ name }) => name === 'batch')
const phone = secret('13912345678')
let running: RunningJobs | undefined
let channel: string
let owner: string

beforeAll(async () => {
  owner = (await app.as()).adminId
})
beforeEach(async () => {
  channel = (
    await app.pool.query(
      `insert into channel (code, name, flow, owner_id) values ('c' || substr(md5(random()::text), 1, 12), 'x', 'full', $1) returning id`,
      [owner],
    )
  ).rows[0].id
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})

const people = (count: number, status = 'rejected') =>
  app.pool.query(
    `insert into "user" (name, flow, status, channel_id, deleted_at)
     select case when $2 <> 'deleted' then '张三' end, 'full', $2::text, $3, case when $2 = 'deleted' then now() end
     from generate_series(1, $1::int)`,
    [count, status, channel],
  )
const addFeedback = (count: number, status = 'pending') =>
  app.pool.query(
    `insert into feedback (user_id, kind, content, status, handled_by, handled_at)
     select (select max(id) from "user"), 'complaint', '你好', $2::text, case when $2 <> 'pending' then $3::bigint end,
       case when $2 = 'closed' then now() end
     from generate_series(1, $1::int)`,
    [count, status, owner],
  )
const number = async (condition: string) =>
  (await app.pool.query(`select count(*)::int as n from ${condition}`)).rows[0].n as number
/** The newest of the counted rows. */
const newest = (mark: string) => mark.split('.')[0]
const deleted = () => number(`"user" where channel_id = ${channel} and status = 'deleted'`)
const filter = () => ({ channelId: channel })
const counted = async (request: RequestFn, of: object = filter(), path = '/user/batch/delete') =>
  (await request('POST', `${path}/count`, { filter: of })).body.data
const all = (
  request: RequestFn,
  count: number,
  mark: string,
  of: object = filter(),
  path = '/user/batch/delete',
) => request('POST', `${path}/matching`, { filter: of, count, mark }).then(({ body }) => body)
const ended = (request: RequestFn, id: string, status = 'done') =>
  vi.waitFor(
    async () => {
      const row = (await request('GET', `/batch/${id}`)).body.data
      expect(row.status).toBe(status)
      return row
    },
    { timeout: 20_000, interval: 20 },
  )

test('a few rows are changed in the request: those that match, whose state allows it, and that were counted', async () => {
  await people(30)
  await people(4, 'deleted')
  const request = await app.as('user:delete')
  const { count, others, mark } = await counted(request)
  expect([count, others]).toEqual([30, 4])
  await people(5)
  const before = await number('audit_log')
  expect(await all(request, count, mark)).toMatchObject({ code: '0000', data: { done: 30, batch: null } })
  expect(await deleted()).toBe(34)
  expect(await number(`"user" where channel_id = ${channel} and status = 'rejected'`)).toBe(5)
  expect((await number('audit_log')) - before).toBe(30)
  expect(
    await number(`audit_log where target_kind = 'user' and point = 'user:delete'
      and after->>'status' = 'deleted' and admin_id = ${request.adminId}`),
  ).toBe(30)
})

test('if the number differs from the confirmed one, nothing is changed and the response has the new number', async () => {
  await people(10)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  await app.pool.query(
    `update "user" set status = 'deleted', name = null, deleted_at = now() where id = $1`,
    [newest(mark)],
  )
  const refused = await all(request, count, mark)
  expect(refused.code).toBe('4090')
  expect(refused.desc).toContain('9 条')
  expect(await deleted()).toBe(1)
  // A large number is counted before the batch is queued.
  await people(1_100)
  const many = await counted(request)
  expect(many.count).toBe(1_109)
  expect((await all(request, many.count + 1, many.mark)).code).toBe('4090')
  expect((await all(request, 5, many.mark)).desc).toContain('1109')
  expect([await deleted(), await number(`batch where created_by = ${request.adminId}`)]).toEqual([1, 0])
})

test('if the number equals the confirmed one but the rows differ, nothing is changed', async () => {
  const request = await app.as('user:delete')
  for (const size of [10, 1_010]) {
    const before = await deleted()
    // One row is inserted while the rows are counted; it will be older than the newest counted row.
    const other = await app.pool.connect()
    await other.query('begin')
    await other.query(
      `insert into "user" (name, flow, status, channel_id) values ('李四', 'full', 'rejected', $1)`,
      [channel],
    )
    await people(size)
    const { count, mark } = await counted(request)
    expect(count).toBe(await number(`"user" where channel_id = ${channel} and status = 'rejected'`))
    await other.query('commit')
    other.release()
    await app.pool.query(
      `update "user" set status = 'deleted', name = null, deleted_at = now() where id = $1`,
      [newest(mark)],
    )
    const again = await counted(request)
    expect([again.count, again.mark === mark]).toEqual([count, false])
    expect((await all(request, count, mark)).code).toBe('4090')
    expect([await deleted(), await number(`batch where created_by = ${request.adminId}`)]).toEqual([
      before + 1,
      0,
    ])
  }
  expect(await number('batch_piece')).toBe(0)
})

test('a request that is sent twice is done once', async () => {
  await people(50)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const both = await Promise.all([all(request, count, mark), all(request, count, mark)])
  expect(both.map(({ code }) => code).toSorted()).toEqual(['0000', '4090'])
  expect(await number(`audit_log where admin_id = ${request.adminId} and result = 'done'`)).toBe(50)

  await people(1_200)
  const many = await counted(request)
  const queued = await Promise.all([all(request, many.count, many.mark), all(request, many.count, many.mark)])
  expect(queued.map(({ code }) => code).toSorted()).toEqual(['0000', '4090'])
  expect(queued.find(({ code }) => code === '4090')?.desc).toContain('正在进行')
  expect(await number(`batch where created_by = ${request.adminId}`)).toBe(1)
  const id = queued.find(({ code }) => code === '0000')?.data.batch.id
  expect((await request('POST', `/batch/${id}/cancel`)).body.data.status).toBe('cancelled')
})

test('an administrator with the data scope `own` counts and changes only their own rows', async () => {
  await people(6)
  const request = await app.as('user:delete')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [request.adminId],
  )
  expect(await counted(request)).toEqual({ count: 0, others: 0 })
  expect((await all(request, 6, '999999999.0')).code).toBe('4090')
  await app.pool.query('update channel set owner_id = $1 where id = $2', [request.adminId, channel])
  await people(2)
  const { count, mark } = await counted(request, {})
  expect(count).toBe(8)
  expect((await all(request, count, mark, {})).data.done).toBe(8)
  expect(await deleted()).toBe(8)
  expect(await number(`"user" where channel_id <> ${channel} and status <> 'deleted'`)).toBeGreaterThan(0)
})

test('many rows are changed in the background, and the requester is notified how many were changed and how many skipped', async () => {
  await people(1_300)
  await addFeedback(1_300)
  await addFeedback(20, 'closed')
  const request = await app.as('feedback:take', 'feedback:page')
  const of = {
    kind: 'complaint',
    userId: (await app.pool.query('select max(id) as id from "user"')).rows[0].id,
  }
  const path = '/feedback/batch/take'
  const { count, others, mark } = await counted(request, of, path)
  expect([count, others]).toEqual([1_300, 20])
  const { data } = await all(request, count, mark, of, path)
  expect(data.batch).toMatchObject({ act: 'feedback.take', status: 'queued', total: 1_300 })
  // Another administrator changes seven of them first, and new rows are added.
  await app.pool.query(
    `update feedback set status = 'closed', handled_by = $2, handled_at = now(), version = version + 1 where id in (select id from feedback where user_id = $1 and status = 'pending' limit 7)`,
    [of.userId, owner],
  )
  await addFeedback(3)
  running = await runJobs(app, batchJobs)
  expect(await ended(request, data.batch.id)).toMatchObject({ done: 1_293, failure: null })
  const rows = await app.pool.query(
    `select status, count(*)::int as n from feedback where user_id = $1 group by status order by status`,
    [of.userId],
  )
  expect(rows.rows).toEqual([
    { status: 'closed', n: 27 },
    { status: 'pending', n: 3 },
    { status: 'processing', n: 1_293 },
  ])
  const { records } = (await request('POST', '/message/page', {})).body.data
  expect(records).toHaveLength(1)
  expect(records[0].content).toBe('受理反馈：已完成 1293 条；7 条在此期间已变更，未处理。')
  expect(
    await number(
      `audit_log where admin_id = ${request.adminId} and target_kind = 'feedback' and after->>'batch' = '${data.batch.id}'`,
    ),
  ).toBe(1_293)
  expect((await request('GET', '/batch/mine')).body.data).toMatchObject([
    { id: data.batch.id, status: 'done' },
  ])
})

test('a batch waits for a row that another transaction is changing and keeps that change', async () => {
  await people(3)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const other = await app.pool.connect()
  await other.query('begin')
  await other.query(`update "user" set channel_id = null, version = version + 1 where id = $1`, [
    newest(mark),
  ])
  const waiting = all(request, count, mark)
  await vi.waitFor(async () =>
    expect(
      await number(`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    ).toBe(1),
  )
  await other.query('commit')
  other.release()
  const refused = await waiting
  expect([refused.code, refused.desc.includes('2 条')]).toEqual(['4090', true])
  expect(await deleted()).toBe(0)
})

test('only its owner sees a batch; once cancelled, it changes nothing more', async () => {
  await people(1_001)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const { id } = (await all(request, count, mark)).data.batch
  const other = await app.as('*')
  expect((await other('GET', `/batch/${id}`)).body.code).toBe('4040')
  expect((await other('POST', `/batch/${id}/cancel`)).body.code).toBe('4040')
  expect((await request('POST', `/batch/${id}/cancel`)).body.data).toMatchObject({
    status: 'cancelled',
    done: 0,
  })
  expect((await request('POST', `/batch/${id}/cancel`)).body.code).toBe('4090')
  expect(await number(`pgboss.job where name = 'batch' and state = 'created'`)).toBe(0)
  running = await runJobs(app, batchJobs)
  expect(await deleted()).toBe(0)
})

test.each([
  [
    'the permission point',
    `delete from role_node where node = 'user:delete' and role_id in (select role_id from admin_role where admin_id = $1)`,
  ],
  [
    'the data scope `all`',
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
  ],
  ['the account', `update admin set status = 'disabled' where id = $1`],
])('a batch changes nothing if its requester has since lost %s', async (_what, lose) => {
  await people(1_001)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const { id } = (await all(request, count, mark)).data.batch
  await app.pool.query(lose, [request.adminId])
  running = await runJobs(app, batchJobs)
  await vi.waitFor(
    async () => expect(await number(`batch where id = ${id} and failure = 'notAllowed'`)).toBe(1),
    { timeout: 20_000 },
  )
  expect(await deleted()).toBe(0)
  expect(await number(`message where admin_id = ${request.adminId}`)).toBe(1)
})

test('a whole phone number in the filter is stored nowhere in plain text', async () => {
  await people(1_001)
  await app.pool.query(`update "user" set phone = $1 where id = (select max(id) from "user")`, [phone])
  const request = await app.as('user:delete')
  const asked = { ...filter(), phone, name: '张三' }
  const { count, mark } = await counted(request, asked)
  expect(count).toBe(1)
  expect((await all(request, 1_001, mark, asked)).code).toBe('4090')
  const broad = { ...filter(), name: '张三' }
  const many = await counted(request, broad)
  const { id } = (await all(request, many.count, many.mark, broad)).data.batch
  const { rows } = await app.pool.query(
    `select after::text as text from audit_log where target_kind = 'batch' and target_id = $1`,
    [id],
  )
  expect(rows[0].text).toContain('"name": "*"')
  await request('POST', `/batch/${id}/cancel`)
})

test('a batch whose job is gone is ended, and its owner is notified', async () => {
  await people(1_001)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const { id } = (await all(request, count, mark)).data.batch
  await app.pool.query(`update pgboss.job set state = 'cancelled' where name = 'batch' and state < 'active'`)
  await app.pool.query(`update batch set updated_at = now() - interval '1 minute' where id = $1`, [id])
  const swept = () => runListed(app, 'batch-sweep')
  expect(await swept()).toEqual({ failed: 1, removed: 0 })
  expect((await request('GET', `/batch/${id}`)).body.data).toMatchObject({
    status: 'failed',
    failure: 'stopped',
  })
  expect(await number(`message where admin_id = ${request.adminId}`)).toBe(1)
  // The filter is deleted at the end of the batch, and the batch itself a month later.
  expect(await number(`batch where id = ${id} and filter_sealed is null`)).toBe(1)
  expect(await number(`batch_piece where batch_id = ${id}`)).toBe(0)
  await app.pool.query(`update batch set finished_at = now() - interval '31 days' where id = $1`, [id])
  expect(await swept()).toEqual({ failed: 0, removed: 1 })
})

test('the changes of a batch are announced to the consoles when it has ended', async () => {
  const announced = await recordChanges(app.pool)
  await people(1_001)
  const request = await app.as('user:delete')
  const { count, mark } = await counted(request)
  const { id } = (await all(request, count, mark)).data.batch
  // From here on no request announces a change.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  announced.length = 0
  running = await runJobs(app, batchJobs)
  await ended(request, id)
  await vi.waitFor(() => expect(announced).toEqual(['user,push,feedback,blacklist,audit']), {
    timeout: 5_000,
  })
})
