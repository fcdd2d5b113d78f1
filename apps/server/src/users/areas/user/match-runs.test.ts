import type { MatchRun } from '@kabao/contract/engine/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

const read = async (userId: string, body: object = {}, points = ['user:matchRuns']) => {
  const request = await app.as(...points)
  return (await request('POST', `/user/${userId}/match-runs`, body)).body
}

test('every run of the pipeline is shown with the first rule that did not fit and the figures it saw', async () => {
  const old = await world.org({ code: 'runsold', plan: { age_from: 40, age_to: 50 } })
  const poor = await world.org({ code: 'runspoor', balanceFen: 50, plan: { price_fen: 5_000 } })
  const shut = await world.org({ code: 'runsshut', plan: { price_fen: 9_000 } })
  const fits = await world.org({ code: 'runsfits', plan: { price_fen: 100 } })
  await world.all(
    `insert into org_breaker (org_id, probe_at) values ($1, now() + interval '1 hour') returning org_id`,
    shut.orgId,
  )
  const bare = await world.one<{ id: string }>(
    `insert into org (code, name, flow, status) values ('runsbare', 'runsbare', 'full', 'enabled') returning id`,
  )
  const unconnected = await world.one<{ id: string }>(
    `insert into plan (org_id, name, flow, status, price_fen, starts_on) values ($1, 'bare', 'full', 'running', 1, '2020-01-01') returning id`,
    bare.id,
  )
  const [userId = ''] = await world.people(1, { birthday: '2001-01-01' })
  await world.enter([userId])
  await world.start()
  await world.settled()
  const { data } = await read(userId)
  expect(data.next).toBeNull()
  const [run] = data.runs as MatchRun[]
  expect(run).toMatchObject({ planId: fits.planId, planName: 'runsfits' })
  expect(Math.abs(Date.parse(run?.at ?? '') - Date.now())).toBeLessThan(60_000)
  const why = new Map(run?.whyNot.map((each) => [each.planId, each]))
  expect(why.get(old.planId)).toMatchObject({
    rule: 'age',
    wanted: [40, 50],
    seen: expect.any(Number),
    orgName: 'runsold',
  })
  expect(why.get(poor.planId)).toMatchObject({
    rule: 'funds',
    wanted: 5_000,
    seen: 50,
    planName: 'runspoor',
  })
  expect(why.get(shut.planId)).toMatchObject({ rule: 'breaker', seen: expect.stringMatching(/^\d{4}-/) })
  expect(why.get(unconnected.id)).toMatchObject({ rule: 'connection', wanted: true, seen: false })
})

test('runs come page by page, the newest first, and to those who may see the user', async () => {
  const [userId = ''] = await world.people(1)
  await app.pool.query(`insert into match_run (user_id, flow) select $1, 'full' from generate_series(1, 5)`, [
    userId,
  ])
  const first = (await read(userId, { size: 3 })).data
  const second = (await read(userId, { size: 3, before: first.next })).data
  const ids = [...first.runs, ...second.runs].map(({ id }: MatchRun) => BigInt(id))
  expect(ids).toEqual([...ids].sort((a, b) => (a > b ? -1 : 1)))
  expect([first.runs.length, second.runs.length, second.next]).toEqual([3, 2, null])
  expect((await read(userId, {}, ['user:page'])).code).toBe('4030')
  expect((await read('999999')).code).toBe('4040')
})

test('plans that fit but are worth less are shown with what they and the chosen one were worth; a rejection goes on to the next', async () => {
  const out = await world.all<{ id: string }>(`update plan set status = 'ended' returning id`)
  expect(out.length).toBeGreaterThan(0)
  const best = await world.org({ code: 'rank53', plan: { price_fen: 5_300, priority: 0 } })
  const prior = await world.org({ code: 'rank30', plan: { price_fen: 3_000, priority: 100 } })
  const last = await world.org({ code: 'rank10', plan: { price_fen: 1_000, age_from: 60 } })
  await world.all(
    `insert into plan_answer (plan_id, day, answered, accepted) values ($1, current_date, 100, 41), ($2, current_date, 100, 50) returning day`,
    ...[best.planId, prior.planId],
  )
  const worth = (planId: string, name: string, priceFen: number, rateBp: number) => ({
    planId,
    planName: name,
    orgName: name,
    priceFen,
    rateBp,
  })
  const outranked = {
    by: worth(best.planId, 'rank53', 5_300, 4_100),
    plans: [worth(prior.planId, 'rank30', 3_000, 5_000)],
  }
  await world.stop()
  await world.start()
  const runsOf = async (behavior: 'accept' | 'reject') => {
    world.partner.set('rank53', { behaviors: [behavior] })
    const [userId = ''] = await world.people(1, { birthday: '2001-01-01' })
    await world.enter([userId])
    await world.settled()
    return (await read(userId)).data.runs as MatchRun[]
  }
  expect(await runsOf('accept')).toMatchObject([
    { planId: best.planId, outranked, whyNot: [{ planId: last.planId, rule: 'age' }] },
  ])
  const [second, first] = await runsOf('reject')
  expect(first).toMatchObject({ planId: best.planId, outranked })
  expect(second).toMatchObject({ planId: prior.planId, outranked: null })
})
