import { join } from 'node:path'
import { intakePrefix } from '@kabao/contract/intake/kernel'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { jobs } from '#boot/registry'
import { createDb, createPool } from '#platform/db/client'
import { defineJob } from '#platform/jobs/job'
import { sendJob } from '#platform/jobs/send'
import { connectionGauge } from '#platform/metrics/server-gauges'
import { engineWorld } from '../engine-world.ts'
import { startApp } from '../harness.ts'
import { newChannel } from '../open-caller.ts'
import { runJobs } from '../run-jobs.ts'
import { createProxy } from '../tcp-proxy.ts'
import { partOf, readExposition, sampleOf } from './exposition.ts'

const app = startApp()

const scrape = async (on = app.app) => {
  const answer = await on.inject('/metrics')
  expect(answer.statusCode).toBe(200)
  return readExposition(answer.payload)
}

/** Of the process, from the library; the others are ours. */
const isLibrary = (name: string) => /^(process|nodejs)_/.test(name)

/** What our metrics count, as the last word of their name; or a state that is 1 or 0. */
const units =
  /_(seconds|bytes|ratio|info|total|connections|requests|jobs|steps|rows|calls|differences|breakers|troubles|faults|deliveries)$/
const states = [
  ...['backup_last_failed', 'database_up', 'instance_draining', 'ledger_check_last_sums_agree'],
  'service_fault',
]

test('every metric has a help of its own and a unit, a counter ends in _total, and no label is unbounded', async () => {
  const metrics = await scrape()
  const own = [...metrics.values()].filter(({ name }) => !isLibrary(name))
  expect(own.length).toBeGreaterThan(35)
  expect(
    own.filter(({ name }) => !units.test(name) && !states.includes(name)).map(({ name }) => name),
  ).toEqual([])
  expect(own.filter(({ type, name }) => (type === 'counter') !== name.endsWith('_total'))).toEqual([])
  expect(own.filter(({ help, name }) => help.length < 8 || help === name)).toEqual([])
  expect(new Set(own.map(({ help }) => help)).size).toBe(own.length)
  const labels = new Set(own.flatMap(({ samples }) => samples.flatMap((each) => Object.keys(each.labels))))
  expect([...labels].filter((label) => !bounded.includes(label))).toEqual([])
})

/**
 * The labels, whose values are few and known: patterns, names in the source, codes. `job` and `instance` are not among them, because
 * Prometheus gives each series its own.
 */
const bounded = [
  ...['batch', 'code', 'commit', 'fault', 'job_name', 'kind', 'le', 'method', 'outcome', 'pool', 'purpose'],
  ...['reading', 'route', 'state', 'table', 'unit', 'version'],
]

test('the pools are shown by name with their limits', async () => {
  const extra = createPool({ ...app.servicePool.options, max: 4 })
  const read = createPool({ ...app.servicePool.options, max: 2 })
  try {
    const other = await app.another({ createPool: read, otherPools: { jobs: extra } })
    const client = await extra.connect()
    const metrics = await scrape(other)
    client.release()
    const most = metrics.get('database_max_connections')?.samples
    expect(Object.fromEntries((most ?? []).map(({ labels, value }) => [labels.pool, value]))).toEqual({
      calls: 10,
      side: 3,
      intake: 2,
      jobs: 4,
    })
    expect(sampleOf(metrics, 'database_connections', { pool: 'jobs', state: 'busy' })).toBe(1)
    expect(sampleOf(metrics, 'database_connections', { pool: 'jobs', state: 'waiting' })).toBe(0)
  } finally {
    await Promise.all([extra.end(), read.end()])
  }
})

test('the connections of all callers are counted, also those of other users', async () => {
  const { rows } = await app.pool.query(
    `select count(*)::int as mine from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  const { database_server_connections: seen } = await connectionGauge.read(createDb(app.servicePool))
  expect(rows[0].mine).toBeGreaterThan(0)
  expect(seen?.[0]?.value).toBeGreaterThanOrEqual(rows[0].mine)
})

const ending = defineJob({
  name: 'sweep-sessions',
  title: ['', ''],
  data: z.strictObject({}),
  run: async () => ({}),
})

test('waiting and failed jobs, their age, how runs ended and how long they took', async () => {
  const job = { ...ending, name: jobs[0]?.name as string }
  await sendJob(app.db, job, {})
  await app.pool.query(
    `update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds' where name = $1`,
    [job.name],
  )
  // One has failed just now, although it was sent long ago.
  await app.pool.query(
    `insert into pgboss.job (name, state, created_on, completed_on)
     select $1, 'failed', now() - interval '2 days', now() - n * interval '2 days' from generate_series(0, 1) n`,
    [job.name],
  )
  const before = await scrape()
  expect(sampleOf(before, 'job_queue_failed_jobs', { job_name: job.name })).toBe(1)
  expect(sampleOf(before, 'job_queue_waiting_jobs', { job_name: job.name })).toBeGreaterThan(0)
  expect(sampleOf(before, 'job_queue_oldest_wait_seconds', { job_name: job.name })).toBeGreaterThan(89)
  const running = await runJobs(app, [job])
  try {
    await vi.waitFor(async () => {
      const metrics = await scrape()
      expect(sampleOf(metrics, 'job_queue_waiting_jobs', { job_name: job.name })).toBe(0)
      const ended = metrics
        .get('job_run_duration_seconds')
        ?.samples.filter(({ name }) => name.endsWith('_count'))
      expect(ended?.some(({ labels }) => labels.job_name === job.name)).toBe(true)
    }, 15_000)
  } finally {
    await running.stop()
  }
})

test('what is due in the pipeline, the breakers, the check of the ledger and open differences', async () => {
  const none = await scrape()
  expect(sampleOf(none, 'ledger_check_last_faults')).toBeUndefined()
  expect(sampleOf(none, 'pipeline_due_steps', { kind: 'match' })).toBe(0)
  const world = await engineWorld(app)
  const { orgId } = await world.org({ code: 'silent' })
  const due = 'insert into due_step (user_id, kind, due_at) values ($1, $2, now() - $3::interval)'
  for (const id of await world.people(2)) await app.pool.query(due, [id, 'match', '70 seconds'])
  await app.pool.query(`insert into org_breaker (org_id, probe_at) values ($1, now())`, [orgId])
  await app.pool.query(`insert into ledger_check (started_at, transfers, accounts, faults, sums_agree)
    values (now(), 1, 1, '[{}, {}]', false)`)
  const metrics = await scrape()
  expect(sampleOf(metrics, 'pipeline_due_steps', { kind: 'match' })).toBe(2)
  expect(sampleOf(metrics, 'pipeline_oldest_due_step_seconds')).toBeGreaterThan(69)
  expect(sampleOf(metrics, 'pipeline_open_breakers')).toBe(1)
  expect(sampleOf(metrics, 'ledger_check_last_faults')).toBe(2)
  expect(sampleOf(metrics, 'ledger_check_last_sums_agree')).toBe(0)
})

test('calls of the partner API are counted by their code, and the size of their batches', async () => {
  const channel = await newChannel(app)
  const phones = ['13900000101', '13900000102', '13900000103']
  const answers = await Promise.all(phones.map((phone) => channel.call('POST', '/user', { phone })))
  expect(answers.map(({ code }) => code)).toEqual(['0000', '0000', '0000'])
  const metrics = await scrape()
  expect(
    partOf(metrics, 'http_request_duration_seconds', 'count', {
      route: `${intakePrefix}/user`,
      code: '0000',
    }),
  ).toBe(3)
  expect(partOf(metrics, 'intake_batch_calls', 'sum', { batch: 'registrations' })).toBe(3)
})

test('pushes by their outcome, steps and calls to partners', async () => {
  const world = await engineWorld(app)
  const other = await app.another({
    outgoing: { schemes: ['https', 'http'], listed: [`127.0.0.1:${world.partner.port}`] },
  })
  await app.pool.query('delete from due_step')
  try {
    await world.org({ code: 'metered' })
    await world.start({ outgoing: other.services.outgoing, meters: other.services.meters })
    await world.enter(await world.people(3))
    await world.settled()
    // The last step is counted after its commit.
    await vi.waitFor(async () => {
      const metrics = await scrape(other)
      const ends = await app.pool.query(
        `select status, count(*)::int as count from push_record where status <> 'pending' group by status`,
      )
      expect(ends.rows.length).toBeGreaterThan(0)
      for (const { status, count } of ends.rows)
        expect(sampleOf(metrics, 'pipeline_pushes_total', { outcome: status })).toBe(count)
      const all = ends.rows.reduce((sum, { count }) => sum + count, 0)
      const calls = metrics.get('partner_call_duration_seconds')?.samples ?? []
      const made = calls.filter(({ name, labels }) => name.endsWith('_count') && labels.purpose === 'partner')
      // Those of the other organization are not allowed to leave.
      expect(made.reduce((sum, { value }) => sum + value, 0)).toBe(all)
      expect(made.find(({ labels }) => labels.outcome === '2xx')?.value).toBeGreaterThan(0)
      expect(
        partOf(metrics, 'pipeline_step_duration_seconds', 'count', { kind: 'submit', outcome: 'done' }),
      ).toBeGreaterThanOrEqual(all)
    }, 15_000)
  } finally {
    await world.stop()
  }
})

test('while the database is silent, the other metrics are answered soon, and say so', {
  timeout: 60_000,
}, async () => {
  const { host, port, user, database } = app.servicePool.options as {
    host: string
    port: number
    user: string
    database: string
  }
  const proxy = await createProxy(join(host, `.s.PGSQL.${port}`))
  const pools = [3, 2].map((max) => createPool({ host: '127.0.0.1', port: proxy.port, user, database, max }))
  try {
    const other = await app.another({ pool: pools[0] as never, sidePool: pools[1] as never })
    expect(sampleOf(await scrape(other), 'database_up')).toBe(1)
    proxy.silence({ newOnes: true })
    const from = performance.now()
    const metrics = await scrape(other)
    expect(performance.now() - from).toBeLessThan(8_000)
    expect(sampleOf(metrics, 'database_up')).toBe(0)
    expect(sampleOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(sampleOf(metrics, 'listener_silence_seconds')).toBeGreaterThanOrEqual(0)
    proxy.lift()
    await vi.waitFor(async () => expect(sampleOf(await scrape(other), 'database_up')).toBe(1), {
      timeout: 30_000,
      interval: 500,
    })
  } finally {
    await Promise.all(pools.map((pool) => pool.end()))
    await proxy.close()
  }
})

test('many scrapes ask the database once, over one connection', async () => {
  const { max: _, ...options } = app.servicePool.options
  // There is no second connection: scrapes that needed one would wait for it until they give up.
  const sidePool = createPool({ ...options, max: 1 })
  let taken = 0
  sidePool.on('acquire', () => taken++)
  try {
    const other = await app.another({ sidePool, readingLimits: { keepMs: 60_000 } })
    taken = 0
    await Promise.all(Array.from({ length: 10 }, () => scrape(other)))
    const once = taken
    await Promise.all(Array.from({ length: 10 }, () => scrape(other)))
    expect([once > 5, once < 20, taken]).toEqual([true, true, once])
  } finally {
    await sidePool.end()
  }
})
