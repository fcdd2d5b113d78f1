import type { JobQueue, JobRow } from '@kabao/contract/operations/job'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobs } from '#boot/registry'
import { messageRetention } from '#operations/areas/message/retention'
import { sendJob } from '#platform/jobs/send'
import type { RunningJobs } from '#platform/jobs/start'
import { type RequestFn, secret, startApp } from './harness.ts'
import { runJobs } from './run-jobs.ts'

const app = startApp()
const name = 'message-retention'
let running: RunningJobs | null = null
let request: RequestFn & { adminId: string }
beforeEach(async () => {
  await app.pool.query('delete from pgboss.job; delete from pgboss.archive')
  request = await app.as('job:page', 'job:run', 'job:cancel')
})
afterEach(async () => {
  await running?.stop()
  running = null
})

const page = async (filter: object = {}): Promise<JobRow[]> =>
  (await request('POST', '/job/page', filter)).body.data.records
const queue = async (): Promise<JobQueue> =>
  (await request('GET', '/job/queue', undefined, 'en-US')).body.data.find(
    (each: JobQueue) => each.name === name,
  )
const patience = { timeout: 15_000, interval: 50 }

test('a job is run on demand, its run is shown with its result, and the act is audited', {
  timeout: 30_000,
}, async () => {
  expect(await queue()).toMatchObject({
    title: 'Delete expired messages',
    waiting: 0,
    last: null,
    nextAt: expect.any(String),
  })
  const { data } = (await request('POST', '/job/run', { name })).body
  expect(await queue()).toMatchObject({ waiting: 1 })
  expect(await page()).toMatchObject([
    { id: data.id, state: 'created', attempt: 1, attempts: 3, output: null },
  ])
  running = await runJobs(app, jobs)
  await vi.waitFor(async () => {
    expect(await page({ name, state: 'completed' })).toMatchObject([
      {
        id: data.id,
        title: '删除到期的消息',
        output: { removed: 0 },
        error: null,
        completedAt: expect.any(String),
      },
    ])
  }, patience)
  expect(await queue()).toMatchObject({
    waiting: 0,
    active: 0,
    last: { state: 'completed', ms: expect.any(Number) },
  })

  const again = await request('POST', '/job/again', { name, id: data.id })
  await vi.waitFor(async () => expect(await page({ state: 'completed' })).toHaveLength(2), patience)
  const { rows } = await app.pool.query(
    `select point, target_id, after from audit_log where admin_id = $1 order by id`,
    [request.adminId],
  )
  expect(rows).toEqual([
    { point: 'job:run', target_id: data.id, after: { name } },
    { point: 'job:run', target_id: again.body.data.id, after: { name, again: data.id } },
  ])
})

test('a waiting run is cancelled once, a finished one is not, and a single-run job is not queued twice', async () => {
  const { data } = (await request('POST', '/job/run', { name })).body
  expect((await request('POST', '/job/run', { name })).body.code).toBe('4090')
  expect((await request('POST', '/job/again', { name, id: data.id })).body.code).toBe('4090')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => request('POST', '/job/cancel', { name, id: data.id })),
  )
  expect(answers.filter(({ body }) => body.code === '0000')).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === '4090')).toHaveLength(9)
  expect(await page()).toMatchObject([{ state: 'cancelled' }])
})

test('a failure shows its cause without personal data', async () => {
  const phone = secret('13712341234')
  const id = await sendJob(app.db, messageRetention, {})
  await app.pool.query(
    `update pgboss.job set state = 'failed', completed_on = now(), started_on = now(), output = $2 where id = $1`,
    [id, { error: { name: 'TypeError', message: `no ${phone}`, stack: `at ${phone}`, code: '42P01' } }],
  )
  const [row] = await page({ state: 'failed' })
  expect(row?.error).toEqual({ name: 'TypeError', message: 'no [phone]', stack: 'at [phone]', code: '42P01' })
  expect(await queue()).toMatchObject({ failed: 1 })
  expect((await request('POST', '/job/again', { name, id })).body.code).toBe('0000')
})

test('runs are listed from both tables, newest first, page by page, without the queue’s internal jobs', async () => {
  await app.pool.query(`insert into pgboss.queue (name) values ('somebody-else') on conflict do nothing`)
  await app.pool.query(`insert into pgboss.archive (id, name, state, created_on, completed_on,
      priority, retry_limit, retry_count, retry_delay, retry_backoff, start_after, expire_in, keep_until)
    select gen_random_uuid(), case when n = 7 then 'somebody-else' else '${name}' end, 'completed',
      now() - n * interval '1 hour', now(), 0, 2, 0, 0, false, now(), interval '1 minute', now()
    from generate_series(1, 30) n`)
  await sendJob(app.db, messageRetention, {})
  const { data } = (await request('POST', '/job/page', { size: 10, current: 3 })).body
  expect(data).toMatchObject({ total: 30 })
  expect(data.records).toHaveLength(10)
  const all = [...(await page({ size: 10 })), ...(await page({ size: 10, current: 2 })), ...data.records]
  expect(new Set(all.map((row) => row.id)).size).toBe(30)
  const times = all.map((row) => row.createdAt)
  expect(times).toEqual([...times].sort().reverse())
  expect(all[0]?.state).toBe('created')
  expect(await page({ size: 200, current: 1_000 })).toEqual([])
})

test.each([
  ['an unknown name', { name: 'no-such-job' }, 'name'],
  ['a name that is none', { name: `x'; drop table` }, 'name'],
])('%s is refused at its field', async (_what, body, field) => {
  const answer = await request('POST', '/job/run', body)
  expect([answer.body.code, Object.keys(answer.body.data.fields)]).toEqual(['4000', [field]])
})

test('a run that does not exist is not found', async () => {
  const id = crypto.randomUUID()
  expect((await request('POST', '/job/cancel', { name, id })).body.code).toBe('4040')
  expect((await request('POST', '/job/again', { name, id: '7' })).body.code).toBe('4000')
})
