import { afterAll, expect, test } from 'vitest'
import { sendJob } from '#platform/jobs/send'
import type { RunningJobs } from '#platform/jobs/start'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { runJobs } from '#test/run-jobs'
import { assignJob, recycleJob } from './jobs.ts'
import { release } from './release.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, leadOf } = crmWorld(app)
const worker = killableWorkers(app, [assignJob, recycleJob], { killedRuns: 50 })
let running: RunningJobs | undefined
afterAll(() => running?.stop())

const count = async (condition: string, poolId: string): Promise<number> =>
  (await app.pool.query(`select count(*)::int as n from lead where pool_id = $1 and ${condition}`, [poolId]))
    .rows[0].n

/** Frees the place of a killed run at once, which the lease would do later. */
const forgetRuns = () => app.pool.query('delete from pgboss.job')

/** How many lines of a kind the histories of a pool have, and of how many leads. */
const lines = async (kind: string, poolId: string) =>
  (
    await app.pool.query(
      `select count(*)::int as lines, count(distinct lead_id)::int as leads from lead_event e join lead c on c.id = e.lead_id
       where c.pool_id = $1 and e.kind = $2`,
      [poolId, kind],
    )
  ).rows[0]

test('killed again and again, the jobs give out and return each lead exactly once', async () => {
  const leads = 6_000
  const { poolId, teamId } = await newPool({ is_automatic: true, max_held: 100_000, lock_minutes: 60 })
  for (let nth = 0; nth < 5; nth++) await newSalesman({ team_id: teamId, capacity: 100_000 })
  await newLeads(poolId, leads)
  for (let round = 0; round < 4; round++) {
    await sendJob(app.db, assignJob, {})
    const one = await worker()
    one.begin()
    await expect
      .poll(() => count('salesman_id is not null', poolId), { interval: 5 })
      .toBeGreaterThan(round * 1_000)
    await one.kill()
    await forgetRuns()
  }
  const last = await worker()
  await sendJob(app.db, assignJob, {})
  last.begin()
  await expect.poll(() => count('salesman_id is null', poolId), { timeout: 60_000 }).toBe(0)
  expect(await lines('assigned', poolId)).toEqual({ lines: leads, leads })
  await last.kill()
  await forgetRuns()
  await app.pool.query(`update lead set recycle_at = now() - interval '1 second' where pool_id = $1`, [
    poolId,
  ])
  const another = await worker()
  await sendJob(app.db, recycleJob, {})
  another.begin()
  await expect.poll(() => count('salesman_id is null', poolId), { interval: 5 }).toBeGreaterThan(0)
  await another.kill()
  await forgetRuns()
  await sendJob(app.db, recycleJob, {})
  const end = await worker()
  end.begin()
  await expect.poll(() => count('salesman_id is not null', poolId), { timeout: 60_000 }).toBe(0)
  expect(await lines('recycled', poolId)).toEqual({ lines: leads, leads })
  await end.kill()
  expect(await findWrongCounts(app.db)).toEqual([])
}, 240_000)

test('a new lead is given out by itself, and so is one for which a place has become free', async () => {
  const { poolId, teamId } = await newPool({ is_automatic: true, cool_down_days: 0 })
  const salesmanId = await newSalesman({ team_id: teamId, capacity: 1 })
  await app.pool.query('delete from pgboss.job')
  running = await runJobs(app, [assignJob])
  await sendJob(app.db, assignJob, {})
  const [first] = (await newLeads(poolId, 1)) as [string]
  const held = async (leadId: string) => (await leadOf(leadId)).salesman_id
  await expect.poll(() => held(first)).toBe(salesmanId)
  const [second] = (await newLeads(poolId, 1)) as [string]
  await app.pool.query('update lead_pool set lock_minutes = 60 where id = $1', [poolId])
  await write((db) => release(db, { leadId: first, salesmanId, by: null, day, reason: '' }))
  await expect.poll(() => held(second)).toBe(salesmanId)
}, 60_000)
