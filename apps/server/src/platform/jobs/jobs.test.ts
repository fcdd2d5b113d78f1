import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { neverEnding } from '#test/never-ending'
import { runJobs } from '#test/run-jobs'
import { createDb } from '../db/client.ts'
import { grantRights, serviceRole } from '../db/rights.ts'
import { ensureQueues } from './boss.ts'
import { type AnyJob, defineJob, type Run } from './job.ts'
import { forgetOldRuns, noteBegin, noteEnd } from './kills.ts'
import { dropJob } from './orphans.ts'
import { nextTime, sendDue } from './schedule.ts'
import { sendJob } from './send.ts'
import type { RunningJobs } from './start.ts'

const app = startApp()
const worker = killableWorkers(app, [neverEnding])
const nothing = z.strictObject({})
let started: RunningJobs[] = []
afterEach(async () => {
  await Promise.all(started.map((each) => each.stop()))
  started = []
})

const note = (run: Pick<Run<unknown>, 'db'>, job: string, value: number) =>
  run.db
    .insertInto('serviceFact')
    .values({ key: `${job} ${value} ${crypto.randomUUID()}`, value: `${value}` })
    .execute()
const notes = async (job: string) =>
  (
    await app.pool.query(`select value::int from service_fact where key like $1 order by value::int`, [
      `${job} %`,
    ])
  ).rows.map((row) => row.value as number)

const numbered = z.strictObject({ n: z.number() })
const counting = defineJob({
  name: 'counting',
  title: ['', ''],
  data: numbered,
  atOnce: 3,
  run: async (run) => {
    await note(run, 'counting', run.data.n)
    return { n: run.data.n }
  },
})
const failing = defineJob({
  name: 'failing',
  title: ['', ''],
  data: z.strictObject({ failures: z.number() }),
  retries: 2,
  retrySeconds: 1,
  run: async (run) => {
    await note(run, 'failing', run.attempt)
    if (run.attempt <= run.data.failures) throw new Error('no luck with 13812345678')
    return undefined
  },
})
const lasting = defineJob({
  name: 'lasting',
  retrySeconds: 1,
  title: ['', ''],
  data: nothing,
  run: (run) =>
    new Promise((_resolve, reject) => {
      void note(run, 'lasting', run.attempt)
      run.progress(3, 10)
      run.signal.addEventListener('abort', () => reject(run.signal.reason))
    }),
})
const single = defineJob({
  name: 'single',
  title: ['', ''],
  data: nothing,
  isSingle: true,
  run: async (run) => {
    const { rows } = await app.pool.query(
      `select count(*)::int as n from pgboss.job where name = 'single' and state = 'active'`,
    )
    await note(run, 'single', rows[0].n)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return undefined
  },
})
const nightly = defineJob({
  name: 'nightly',
  title: ['', ''],
  data: nothing,
  cron: '30 2 * * *',
  run: async () => undefined,
})
const all: AnyJob[] = [counting, failing, lasting, neverEnding, single, nightly]

beforeAll(async () => {
  await ensureQueues(app.db, all)
  await grantRights(app.db, serviceRole)
})

/** One more instance. */
async function start(jobs: readonly AnyJob[], limits = {}) {
  const running = await runJobs(app, jobs, limits, await app.another())
  started.push(running)
  return running
}
const find = async (id: string | null) =>
  (await app.pool.query('select state::text, output, retry_count, data from pgboss.job where id = $1', [id]))
    .rows[0]
const patience = { timeout: 25_000, interval: 50 }

test('three hundred jobs on two instances are each done once', { timeout: 60_000 }, async () => {
  await app.db.transaction().execute(async (db) => {
    for (let n = 0; n < 300; n++) await sendJob(db, counting, { n })
  })
  await Promise.all([start([counting]), start([counting])])
  await vi.waitFor(async () => expect((await notes('counting')).length).toBeGreaterThanOrEqual(300), patience)
  expect(await notes('counting')).toEqual(Array.from({ length: 300 }, (_, n) => n))
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      `select state::text, count(*)::int as n from pgboss.job where name = 'counting' group by state`,
    )
    expect(rows).toEqual([{ state: 'completed', n: 300 }])
  }, patience)
})

test('a job is queued by the commit of the transaction that sends it, begins at once, and its data is checked', async () => {
  await start([counting], { lookSeconds: 60 })
  const undone = app.db.transaction().execute(async (db) => {
    await sendJob(db, counting, { n: 1_000 })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await app.db.transaction().execute((db) => sendJob(db, counting, { n: 2_000 }))
  await vi.waitFor(async () => expect(await notes('counting')).toContain(2_000), { timeout: 3_000 })
  expect(await notes('counting')).not.toContain(1_000)
  await expect(sendJob(app.db, counting, { n: 'one' } as never)).rejects.toThrow()
})

test('a failure is retried later and stored without personal data; after too many failures the job fails', {
  timeout: 40_000,
}, async () => {
  await start([failing])
  const twice = await sendJob(app.db, failing, { failures: 1 })
  await vi.waitFor(
    async () => expect(await find(twice)).toMatchObject({ state: 'completed', retry_count: 1 }),
    patience,
  )
  const hopeless = await sendJob(app.db, failing, { failures: 9 })
  await vi.waitFor(
    async () => expect(await find(hopeless)).toMatchObject({ state: 'failed', retry_count: 2 }),
    patience,
  )
  const { output } = await find(hopeless)
  expect(output.error).toMatchObject({ name: 'Error', message: 'no luck with [phone]' })
  expect(JSON.stringify(output)).not.toContain('13812345678')
})

test('a job whose instance is killed in the middle of it is done by another instance', {
  timeout: 60_000,
}, async () => {
  const killed = await sendJob(app.db, neverEnding, {})
  const child = await worker()
  child.begin()
  // Its first heartbeat sets the short lease that this test needs.
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      `select 1 from pgboss.job where id = $1 and state = 'active' and expire_in < interval '30 s'`,
      [killed],
    )
    expect(rows).toHaveLength(1)
  }, patience)
  await child.kill()
  await start([{ ...neverEnding, run: async (run) => ({ attempt: run.attempt }) }])
  await vi.waitFor(
    async () => expect(await find(killed)).toMatchObject({ state: 'completed', output: { attempt: 2 } }),
    patience,
  )
})

test('a job whose process is killed during two runs is given up and reported instead of run a third time', {
  timeout: 60_000,
}, async () => {
  const deadly = await sendJob(app.db, neverEnding, {})
  for (const run of [0, 1]) {
    const child = await worker()
    child.begin()
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(
        `select 1 from pgboss.job j join job_run r on r.job_id = j.id and r.is_under_way and r.killed = $2
          where j.id = $1 and j.state = 'active' and j.retry_count = $2 and j.expire_in < interval '30 s'`,
        [deadly, run],
      )
      expect(rows).toHaveLength(1)
    }, patience)
    await child.kill()
  }
  const [begun, givenUp] = [vi.fn(), vi.fn()]
  await start([
    { ...neverEnding, run: async () => begun(), giveUp: async ({ attempt }) => void givenUp(attempt) },
  ])
  await vi.waitFor(async () => expect(await find(deadly)).toMatchObject({ state: 'failed' }), patience)
  expect(begun).not.toHaveBeenCalled()
  expect(givenUp.mock.calls).toEqual([[3]])
  expect((await find(deadly)).output.error).toMatchObject({
    name: 'GivenUp',
    message: 'Its process was killed during 2 runs',
  })
})

test('a run counts as killed until its end is recorded; a slow run that was taken for dead is no longer counted once it ends', async () => {
  const job = crypto.randomUUID()
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const db = createDb(app.servicePool)
  const begin = (run: string) => noteBegin(db, 'noted', job, run)
  const left = async () =>
    (await app.pool.query(`select killed, is_under_way from job_run where name = 'noted'`)).rows
  expect(await begin(first)).toBe(0)
  expect(await begin(second)).toBe(1)
  await noteEnd(db, job, first)
  expect(await left()).toEqual([{ killed: 0, is_under_way: true }])
  expect(await begin(third)).toBe(1)
  await noteEnd(db, job, third)
  expect(await left()).toEqual([{ killed: 1, is_under_way: false }])
  expect(await begin(first)).toBe(1)
  await noteEnd(db, job, first)
  await app.pool.query(`update job_run set updated_at = now() - interval '16 days' where name = 'noted'`)
  await forgetOldRuns(db)
  expect(await left()).toEqual([])
  await begin(first)
  await noteEnd(db, job, first)
  expect(await left()).toEqual([])
})

test('a run that lasts longer than its lease keeps the job as long as it sends heartbeats, and shows its progress', {
  timeout: 30_000,
}, async () => {
  await start([lasting])
  await start([lasting])
  const id = await sendJob(app.db, lasting, {})
  await vi.waitFor(
    async () => expect((await find(id)).output).toEqual({ progress: { done: 3, total: 10 } }),
    patience,
  )
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(await find(id)).toMatchObject({ state: 'active', retry_count: 0 })
})

test('a stop returns running jobs to the queue as if they had not begun; the signal of a cancelled run aborts', {
  timeout: 30_000,
}, async () => {
  await app.pool.query(`delete from pgboss.job where name = 'lasting'`)
  const first = await start([lasting])
  const id = await sendJob(app.db, lasting, {})
  await vi.waitFor(async () => expect((await find(id)).state).toBe('active'), patience)
  await first.stop()
  expect(await find(id)).toMatchObject({ state: 'created', retry_count: 0, output: null })

  const heard = vi.fn()
  await start([
    {
      ...lasting,
      run: (run) => new Promise((resolve) => run.signal.addEventListener('abort', () => resolve(heard()))),
    },
  ])
  await vi.waitFor(async () => expect((await find(id)).state).toBe('active'), patience)
  await app.pool.query(`update pgboss.job set state = 'cancelled' where id = $1`, [id])
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), patience)
  expect(await find(id)).toMatchObject({ state: 'cancelled' })
})

test('a waiting job can be removed from its queue; one that has begun or ended stays as it is', async () => {
  const drop = (id: string | null) =>
    createDb(app.servicePool)
      .transaction()
      .execute((db) => dropJob(db, nightly.name, id as string))
  const ids = await Promise.all(
    ['created', 'retry', 'active', 'completed', 'failed'].map(async (state) => {
      const id = await sendJob(app.db, nightly, {})
      await app.pool.query(`update pgboss.job set state = $2 where id = $1`, [id, state])
      return id
    }),
  )
  await Promise.all(ids.map(drop))
  const states = await Promise.all(ids.map(async (id) => (await find(id)).state))
  expect(states).toEqual(['cancelled', 'cancelled', 'active', 'completed', 'failed'])
  await app.pool.query(`delete from pgboss.job where name = $1`, [nightly.name])
})

test('of a job that runs one at a time, two instances run one, and at most one waits', {
  timeout: 30_000,
}, async () => {
  const sent = await Promise.all(Array.from({ length: 10 }, () => sendJob(app.db, single, {})))
  expect(sent.filter((id) => id !== null)).toHaveLength(1)
  await Promise.all([start([single]), start([single])])
  for (let round = 0; round < 10; round++) {
    await sendJob(app.db, single, {})
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await vi.waitFor(async () => {
    const { rows } = await app.pool.query(
      `select 1 from pgboss.job where name = 'single' and state < 'completed'`,
    )
    expect(rows).toEqual([])
  }, patience)
  const alone = await notes('single')
  expect(alone.length).toBeGreaterThan(1)
  expect(alone.every((active) => active === 1)).toBe(true)
})

test('a scheduled job is sent once, whichever instance polls, in the business time zone; several missed times send it once', async () => {
  const { settings } = app.app.services
  const at = (time: string) => sendDue(createDb(app.servicePool), all, settings, new Date(time))
  const waiting = async () =>
    (await app.pool.query(`select count(*)::int as n from pgboss.job where name = 'nightly'`)).rows[0].n
  await app.pool.query(`delete from job_schedule`)
  // 02:30 in Shanghai is 18:30 UTC. A new job waits for its next scheduled time.
  expect(await at('2026-03-01T18:00:00Z')).toEqual([])
  expect(await at('2026-03-01T18:29:59Z')).toEqual([])
  for (let day = 1; day <= 20; day++) {
    const time = `2026-03-${String(day).padStart(2, '0')}T18:30:00Z`
    const sent = await Promise.all(Array.from({ length: 6 }, () => at(time)))
    expect(sent.flat()).toEqual(['nightly'])
  }
  expect(await waiting()).toBe(20)
  expect(await at('2026-03-27T00:00:00Z')).toEqual(['nightly'])
  expect(await at('2026-03-27T00:00:01Z')).toEqual([])
  await app.set('business.timezone', 'UTC')
  expect(await at('2026-03-27T02:29:59Z')).toEqual([])
  expect(await at('2026-03-27T02:30:00Z')).toEqual(['nightly'])
  expect(nextTime('30 2 * * *', 'Asia/Shanghai', new Date('2026-03-01T18:30:00Z')).toISOString()).toBe(
    '2026-03-02T18:30:00.000Z',
  )
})
