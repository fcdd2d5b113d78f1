import type { Delivery } from '@kabao/contract/supply/delivery'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { noteCalls, sweepCalls } from '../../breaker.ts'

const app = startApp()
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as('org:page', 'org:delivery', 'org:closeBreaker')
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
})
afterAll(() => world.partner.stop())
const healthOf = async (orgId: string, span = 'day'): Promise<Delivery> =>
  (await request('GET', `/row/org/${orgId}/delivery?span=${span}`)).body.data
const sum = (hours: Delivery['hours'], field: 'calls' | 'failures') =>
  hours.reduce((all, hour) => all + hour[field], 0)

test('calls are counted with their time, and stay counted when slots become hours and the breaker closes', async () => {
  const { orgId } = await world.org({ code: 'health1' })
  for (let nth = 0; nth < 10; nth++) await noteCalls(app.db, [{ orgId, isFailure: true, ms: 300 }])
  expect((await healthOf(orgId)).breaker).toMatchObject({ openedAt: expect.stringMatching(/Z$/) })
  await noteCalls(app.db, [{ orgId, isFailure: false, ms: 100 }])
  const now = await healthOf(orgId)
  expect(now.breaker).toBeNull()
  expect([sum(now.hours, 'calls'), sum(now.hours, 'failures')]).toEqual([11, 10])
  await app.pool.query(`update org_call set slot = slot - interval '1 day 1 minute' where org_id = $1`, [
    orgId,
  ])
  await Promise.all([sweepCalls(app.db), sweepCalls(app.db)])
  await noteCalls(app.db, [{ orgId, isFailure: false, ms: 40 }])
  const week = (await healthOf(orgId, 'week')).hours
  expect(week).toMatchObject([
    { calls: 11, failures: 10, meanMs: Math.round((10 * 300 + 100) / 11), slowestMs: 300 },
    { calls: 1, failures: 0, meanMs: 40, slowestMs: 40 },
  ])
  expect(sum((await healthOf(orgId)).hours, 'calls')).toBeLessThanOrEqual(12)
  await app.pool.query(`update org_call_hour set hour = hour - interval '9 days' where org_id = $1`, [orgId])
  await sweepCalls(app.db)
  expect((await app.pool.query('select 1 from org_call_hour where org_id = $1', [orgId])).rows).toEqual([])
})

test('the breaker is closed by hand, once, audited, and the old failures do not open it again', async () => {
  const { orgId } = await world.org({ code: 'health2' })
  for (let nth = 0; nth < 10; nth++) await noteCalls(app.db, [{ orgId, isFailure: true }])
  const row = async () => (await request('POST', '/org/page', { id: orgId })).body.data.records[0]
  expect(await row()).toMatchObject({ isBreakerOpen: true })
  const close = () => request('POST', `/row/org/${orgId}/breaker/close`)
  expect((await close()).body.code).toBe('0000')
  expect(await row()).toMatchObject({ isBreakerOpen: false })
  await noteCalls(app.db, [{ orgId, isFailure: true }])
  expect((await healthOf(orgId)).breaker).toBeNull()
  expect((await close()).body.code).toBe('0000')
  const { rows } = await app.pool.query(
    `select before, after from audit_log where point = 'org:closeBreaker' and target_id = $1 order by id`,
    [orgId],
  )
  // Only the act that closed it has something to say.
  expect(rows.map(({ before }) => before)).toEqual([{ breaker: expect.any(String) }, null])
  const other = await app.as('org:page')
  expect((await other('POST', `/row/org/${orgId}/breaker/close`)).body.code).toBe('4030')
})

test('failed pushes lead to their attempts, and what is wrong with the organization is counted as one error', async () => {
  const { orgId } = await world.org({ code: 'health3', canQuery: false })
  world.partner.set('health3', { behaviors: ['rubbish'] })
  await world.enter(await world.people(3))
  const { engine } = await world.start()
  await world.settled()
  await engine.partnerErrors.flush()
  const health = await healthOf(orgId)
  expect(health.waiting).toMatchObject({ unknown: 3, dead: 0 })
  expect(health.failures).toHaveLength(3)
  expect(health.failures[0]).toMatchObject({ status: 'unknown', stage: 'submit' })
  expect(health.problems).toMatchObject([{ name: 'partner.reply', stage: 'submit', count: 3 }])
  expect(sum(health.hours, 'calls')).toBe(3)
  const { rows } = await app.pool.query(
    `select row_to_json(e)::text as text from error_event e where org_id = $1`,
    [orgId],
  )
  expect(rows[0].text).not.toMatch(/1\d{10}|张三/)
})

test('two instances that count the same failure make one error of both', async () => {
  const { orgId } = await world.org({ code: 'health4' })
  const [one, other] = [await world.start(), await world.start()]
  const fault = { orgId, stage: 'submit', fault: 'breaker', detail: 'failures' } as const
  for (let nth = 0; nth < 20; nth++) for (const { engine } of [one, other]) engine.partnerErrors.note(fault)
  await Promise.all([one, other].map(({ engine }) => engine.partnerErrors.flush()))
  expect((await healthOf(orgId)).problems).toMatchObject([{ name: 'partner.breaker', count: 40 }])
})

test('an organization of the other list is not shown', async () => {
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow) values ('health5', 'health5', 'uv') returning id`,
  )
  expect((await request('GET', `/row/org/${rows[0].id}/delivery`)).body.code).toBe('4040')
})
