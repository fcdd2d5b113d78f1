import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { killableWorkers } from '#test/killable'
import { assign } from '../../claim-and-assign.ts'
import { handOverJob } from '../../hand-over-job.ts'
import { findWrongCounts } from '../../wrong-counts.ts'

const app = startApp()
const { newSalesman, newPool, newLeads, write, heldBy } = crmWorld(app)
const worker = killableWorkers(app, [handOverJob], { killedRuns: 50 })
const leads = 300
const rounds = 4

test('a hand-over whose process is killed moves each lead once, and tells both once', {
  timeout: 120_000,
}, async () => {
  await app.pool.query(
    `update pgboss.queue set retry_limit = 50, retry_delay = 0, retry_backoff = false, expire_seconds = 2 where name = $1`,
    [handOverJob.name],
  )
  const { poolId, teamId } = await newPool({ max_held: 1_000 })
  const fromId = await newSalesman({ team_id: teamId, capacity: 1_000 })
  const toId = await newSalesman({ team_id: teamId, capacity: 250 })
  for (const leadId of await newLeads(poolId, leads))
    await write((db) => assign(db, { leadId, salesmanId: fromId, by: null, day }))
  const request = await app.as('salesman:page', 'salesman:leave')
  const { version } = (await request('GET', `/crm/salesman/${fromId}`)).body.data
  expect(
    (await request('POST', `/crm/salesman/${fromId}/leave`, { version, toId, reason: '离职' })).body,
  ).toMatchObject({ code: '0000' })

  let inTheMiddle = 0
  for (let round = 0; round < rounds; round++) {
    const child = await worker()
    const before = await heldBy(fromId)
    child.begin()
    await vi.waitFor(async () => expect(await heldBy(fromId)).toBeLessThan(before), {
      timeout: 30_000,
      interval: 3,
    })
    await sleep(round * 5)
    await child.kill()
    if ((await heldBy(fromId)) > 0) inTheMiddle++
    if ((await heldBy(fromId)) === 0) break
  }
  expect(inTheMiddle).toBeGreaterThan(0)
  const last = await worker()
  last.begin()
  const handOver = async () => (await request('GET', `/crm/salesman/${fromId}`)).body.data.handOver
  await vi.waitFor(async () => expect((await handOver()).endedAt).not.toBeNull(), {
    timeout: 60_000,
    interval: 100,
  })
  await last.kill()
  expect(await handOver()).toMatchObject({ moved: 250, toPool: 50 })
  expect([await heldBy(fromId), await heldBy(toId)]).toEqual([0, 250])
  expect(await findWrongCounts(app.db)).toEqual([])
  const { rows } = await app.pool.query(
    `select count(*)::int as lines, count(distinct lead_id)::int as leads from lead_event where kind in ('transferred', 'released')`,
  )
  expect(rows).toEqual([{ lines: leads, leads }])
  expect((await app.pool.query('select count(*)::int as n from message')).rows[0].n).toBe(2)
})
