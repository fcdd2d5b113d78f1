import { afterAll, beforeAll, expect, test } from 'vitest'
import { ranked } from '#supply'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { createRunningPlans, type RunningPlan, type RunningPlans } from './running.ts'

const app = startApp()
let world: EngineWorld
let plans: RunningPlans
beforeAll(async () => {
  world = await engineWorld(app)
  plans = await createRunningPlans(
    app.db,
    app.app.services.listener,
    { ...console, info: () => undefined },
    app.app.services.settings,
  )
})
afterAll(async () => {
  plans.stop()
  await world.partner.stop()
})
const soon = async (holds: () => boolean) => {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 500) throw new Error('it did not happen in time')
    await new Promise((done) => setTimeout(done, 20))
  }
}

test('the better worth goes first, then the higher priority, then the lower id', () => {
  const plan = (id: string, priceFen: number, priority: number) => ({ id, priceFen, priority }) as RunningPlan
  const all = [
    plan('10', 100, 50),
    plan('9', 100, 50),
    plan('3', 100, 60),
    plan('2', 300, 0),
    plan('1', 1_000, 0),
  ]
  const rates: Record<string, number> = { 1: 0.06, 2: 0.4 }
  const orderBy = (isPriorityFirst: boolean) =>
    ranked(all, { rateOf: ({ id }) => rates[id] ?? 0.5, isPriorityFirst: () => isPriorityFirst }).map(
      ({ id }) => id,
    )
  expect(orderBy(false)).toEqual(['2', '1', '3', '9', '10'])
  expect(orderBy(true)).toEqual(['3', '9', '10', '2', '1'])
})

test('a setting puts priority before worth, for its flow only', async () => {
  await app.set('push.priorityFirstFull', true)
  await soon(() => plans.isPriorityFirst('full'))
  expect(['half', 'uv', 'city', 'other'].filter(plans.isPriorityFirst)).toEqual([])
  await app.set('push.priorityFirstFull', null)
  await soon(() => !plans.isPriorityFirst('full'))
})

test('a plan that a colleague starts, changes or pauses through the console is known here soon', async () => {
  const { orgId } = await world.org({ code: 'first1', plan: { status: 'ended' } })
  const request = await app.as('*')
  const terms = { orgId, name: 'late', flow: 'full', priceFen: 700, startsOn: '2026-01-01', hourlyCap: 3 }
  const { data } = (
    await request('POST', '/plan', { ...terms, windows: [{ weekday: 1, from: '09:00', to: '18:00' }] })
  ).body
  expect(plans.find(data.id)).toBeUndefined()
  const started = await request('POST', `/plan/${data.id}/start`, { version: data.version })
  expect(started.body.code).toBe('0000')
  await soon(() => plans.find(data.id) !== undefined)
  expect(plans.ofFlow('full').find(({ id }) => id === data.id)).toMatchObject({
    priceFen: 700,
    hourlyCap: 3,
    isConnected: true,
    org: { status: 'enabled', cityCodes: [] },
    windows: [{ weekday: 1, from: '09:00', to: '18:00' }],
  })
  await request('POST', `/plan/${data.id}/pause`, { version: started.body.data.version })
  await soon(() => plans.find(data.id) === undefined)
})

test('the rate of a plan is that of seven days from 20 answers on, and before that the mean of its flow', async () => {
  const [many, few] = [await world.org({ code: 'many1' }), await world.org({ code: 'few1' })]
  await plans.refresh()
  const rate = (planId: string) => plans.rateOf(plans.find(planId) as RunningPlan)
  expect(rate(few.planId)).toBe(0.5)
  await app.pool.query(
    `insert into plan_answer values ($1, current_date, 10, 5), ($1, current_date - 6, 20, 4), ($1, current_date - 7, 1000, 1000),
       ($2, current_date, 10, 3)`,
    [many.planId, few.planId],
  )
  await plans.refresh()
  expect(rate(many.planId)).toBeCloseTo(9 / 30)
  expect(rate(few.planId)).toBeCloseTo(12 / 40)
})
