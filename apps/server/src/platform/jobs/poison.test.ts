import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { poisonous } from '#test/poisonous'
import { runJobs } from '#test/run-jobs'
import { grantRights, serviceRole } from '../db/rights.ts'
import { ensureQueues } from './boss.ts'
import { defineJob } from './job.ts'
import { sendJob } from './send.ts'
import type { RunningJobs } from './start.ts'
import { tellFailures } from './tell-failures.ts'

const app = startApp()
const worker = killableWorkers(app, [poisonous])
const nothing = z.strictObject({})
let running: RunningJobs | null = null
const stop = async () => {
  await running?.stop()
  running = null
}
afterEach(stop)
afterAll(stop)

const throwing = defineJob({
  name: 'poison-throws',
  title: ['总是出错', 'Always throws'],
  data: nothing,
  retries: 1,
  retrySeconds: 1,
  run: async () => {
    throw new Error('the account of 13812345678 is odd')
  },
})
/** It hears no signal and never ends. */
const deaf = defineJob({
  name: 'poison-never-ends',
  title: ['永不结束', 'Never ends'],
  data: nothing,
  retries: 1,
  retrySeconds: 1,
  longestMinutes: 1 / 60,
  run: () => new Promise(() => undefined),
})
let ran = 0
const healthy = defineJob({
  name: 'poison-healthy',
  title: ['正常', 'Healthy'],
  data: nothing,
  run: async () => {
    ran += 1
    return undefined
  },
})
const all = [throwing, deaf, healthy, poisonous]

beforeAll(async () => {
  await ensureQueues(app.db, all)
  await grantRights(app.db, serviceRole)
})

const find = async (id: string | null) =>
  (
    await app.pool.query('select state::text, output, retry_count as retries from pgboss.job where id = $1', [
      id,
    ])
  ).rows[0]
const messagesOf = async (adminId: string) =>
  (await app.pool.query('select title, content from message where admin_id = $1 order by id', [adminId])).rows

test('a job that always throws and one that never ends fail after their tries, and the others run on', {
  timeout: 60_000,
}, async () => {
  running = await runJobs(app, [throwing, deaf, healthy], { stopSeconds: 1 })
  const thrown = await sendJob(app.db, throwing, {})
  const endless = [await sendJob(app.db, deaf, {}), await sendJob(app.db, deaf, {})]
  await sendJob(app.db, healthy, {})
  await expect.poll(() => ran).toBe(1)
  await expect.poll(() => find(thrown), { timeout: 30_000 }).toMatchObject({ state: 'failed', retries: 1 })
  // The second one gets its turn although the first never ended.
  for (const id of endless)
    await expect
      .poll(() => find(id), { timeout: 40_000 })
      .toMatchObject({ state: 'failed', retries: 1, output: { error: { name: 'TookTooLong' } } })
  await sendJob(app.db, healthy, {})
  await expect.poll(() => ran).toBe(2)
})

test('who looks after the jobs is told once, without personal data', async () => {
  const { adminId } = await app.as('job:run')
  const other = await app.as('job:page')
  await app.pool.query(`delete from service_fact where key like 'jobFailureTold %'`)
  const told = await Promise.all([1, 2, 3].map(() => tellFailures(app.db, all)))
  expect(told.flat().sort()).toEqual(['poison-never-ends', 'poison-throws'])
  const [first, second] = await messagesOf(adminId)
  expect(first.title[1]).toBe('A background job failed: Never ends')
  expect(second).toMatchObject({
    title: ['后台任务失败：总是出错', 'A background job failed: Always throws'],
    content: [
      expect.stringContaining('尝试 2 次后仍然失败：the account of [phone] is odd'),
      expect.stringContaining('failed after 2 attempts: the account of [phone] is odd.'),
    ],
  })
  expect(await tellFailures(app.db, all)).toEqual([])
  expect(await messagesOf(other.adminId)).toEqual([])
})

test('a job that ends its process is given up after two processes, and told of', {
  timeout: 60_000,
}, async () => {
  const deadly = await sendJob(app.db, poisonous, {})
  for (let process = 0; process < 2; process++) {
    const child = await worker()
    child.begin()
    await child.ended
    // Its lease, which it had no time to shorten.
    await app.pool.query(`update pgboss.job set expire_in = '1 s' where id = $1`, [deadly])
  }
  const { adminId } = await app.as('job:run')
  running = await runJobs(app, [poisonous, healthy], { scheduleSeconds: 1 })
  await sendJob(app.db, healthy, {})
  await expect.poll(() => ran).toBe(3)
  await expect
    .poll(() => find(deadly), { timeout: 30_000 })
    .toMatchObject({
      state: 'failed',
      output: { error: { name: 'GivenUp', message: 'Its process was killed during 2 runs' } },
    })
  await expect.poll(async () => (await messagesOf(adminId)).length).toBe(1)
})
