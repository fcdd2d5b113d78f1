import { afterAll, beforeAll, expect, test } from 'vitest'
import { countWhyNot } from '#engine/why-not'
import { whyNotCounts } from '#engine/why-not-job'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { runOnce } from '#test/run-jobs'

const app = startApp()
const clock = { timeZone: 'Asia/Shanghai', dayStartsAt: '00:00' }
let world: EngineWorld
let request: Awaited<ReturnType<typeof app.as>>
beforeAll(async () => {
  world = await engineWorld(app)
  request = await app.as('plan:page', 'plan:whyNot')
})
afterAll(() => world.partner.stop())

const rulesOf = async (planId: string) =>
  (await request('GET', `/row/plan/${planId}/why-not`)).body.data.rules
const examplesOf = async (planId: string, rule: string, as = request) =>
  (await as('GET', `/row/plan/${planId}/why-not/examples?rule=${rule}`)).body.data
/** How many people there are: the phone of the next one ends with it, so that no two have the same. */
let made = 0
/** Runs of the match at an instant, each of another person. */
const run = (planId: string, rule: string, at: string, count = 1, channelId: string | null = null) => {
  const before = made
  made += count
  return app.pool.query(
    `with people as (
       insert into "user" (flow, phone, name, channel_id)
       select 'full', '1370000' || lpad(($6::int + n)::text, 4, '0'), '李小明', $5 from generate_series(1, $4::int) n
       returning id)
     insert into match_run (id, user_id, flow, why_not)
     select time_id($3), id, 'full', jsonb_build_array(jsonb_build_array($1::text, $2::text, null, null)) from people`,
    [planId, rule, at, count, channelId, before],
  )
}
/** Everything that is stored so far is old enough to be counted. */
const wait = () => new Promise((done) => setTimeout(done, 2_100))
/** Counts, by several at once, until this many runs are counted. PostgreSQL's own work on the tables may hold a run back. */
async function countUntil(wanted: number, atOnce = 1): Promise<void> {
  let sum = 0
  const count = async () => {
    const done = await Promise.all(Array.from({ length: atOnce }, () => countWhyNot(app.db, clock)))
    for (const { counted } of done) sum += counted
    return sum
  }
  await expect.poll(count).toBe(wanted)
}

test('runs of the match are counted by plan, rule and business day, once, with people as examples', async () => {
  const { planId } = await world.org({ code: 'why1', plan: { city_codes: ['440300'] } })
  const { planId: other } = await world.org({ code: 'why2', plan: { age_from: 60 } })
  const people = await world.people(3, { city_code: '310100', birthday: '1990-01-01' })
  await world.enter(people)
  await world.start()
  await world.settled()
  await world.stop()
  await wait()
  await countUntil(3, 2)
  expect(await runOnce(app, whyNotCounts)).toEqual({ counted: 0 })
  expect(await rulesOf(planId)).toEqual([{ rule: 'city', today: 3, week: 3 }])
  expect(await rulesOf(other)).toEqual([{ rule: 'age', today: 3, week: 3 }])
  const examples = await examplesOf(planId, 'city')
  expect(examples.map(({ userId }: { userId: string }) => userId).toSorted()).toEqual(people.toSorted())
  expect(examples[0]).toMatchObject({ phone: expect.stringMatching(/^139\*{4}\d{4}$/), name: '张*' })
  expect(await examplesOf(planId, 'age')).toEqual([])
})

test('who went to a plan that is worth more is counted for those that fitted too, with both worths, unless they were tried after it', async () => {
  await world.all(`update plan set status = 'ended' returning id`)
  const best = await world.org({ code: 'worth53', plan: { price_fen: 5_300 } })
  const prior = await world.org({ code: 'worth30', plan: { price_fen: 3_000, priority: 100 } })
  await world.all(
    `insert into plan_answer (plan_id, day, answered, accepted) values ($1, current_date, 100, 41), ($2, current_date, 100, 50) returning day`,
    ...[best.planId, prior.planId],
  )
  await world.start()
  const enter = async (count: number, behavior: 'accept' | 'reject') => {
    world.partner.set('worth53', { behaviors: [behavior] })
    const people = await world.people(count)
    await world.enter(people)
    await world.settled()
    return people
  }
  const people = await enter(2, 'accept')
  await enter(1, 'reject')
  await world.stop()
  await wait()
  // One run of each who was accepted at once, and two of whom the first organization rejected.
  await countUntil(4)
  expect(await rulesOf(prior.planId)).toEqual([{ rule: 'outranked', today: 2, week: 2 }])
  // Of the second run of the rejected person.
  expect(await rulesOf(best.planId)).toEqual([{ rule: 'dedupe', today: 1, week: 1 }])
  const examples = await examplesOf(prior.planId, 'outranked')
  expect(examples.map(({ userId }: { userId: string }) => userId).toSorted()).toEqual(people.toSorted())
  expect(examples[0].outranked).toEqual({
    priceFen: 3_000,
    rateBp: 5_000,
    by: { planId: best.planId, planName: 'worth53', orgName: 'worth53', priceFen: 5_300, rateBp: 4_100 },
  })
  // Runs of before told this in the half flow.
  await app.pool.query(`insert into plan_why_not values ($1, current_date, 'offers', 1)`, [best.planId])
  expect(await rulesOf(best.planId)).toHaveLength(2)
})

test('a run that is stored late, under an id of before, is not missed', async () => {
  const { planId } = await world.org({ code: 'late1' })
  await wait()
  await countWhyNot(app.db, clock)
  const late = await app.servicePool.connect()
  try {
    const { rows } = await app.pool.query(`insert into "user" (flow) values ('full') returning id`)
    await late.query('begin')
    await late.query(
      `insert into match_run (user_id, flow, why_not) values ($1, 'full', jsonb_build_array(jsonb_build_array($2::text, 'city', null, null)))`,
      [rows[0].id, planId],
    )
    await run(planId, 'city', new Date().toISOString())
    await wait()
    await countWhyNot(app.db, clock)
    expect(await rulesOf(planId)).toEqual([])
    await late.query('commit')
  } finally {
    late.release()
  }
  await countUntil(2)
  expect(await rulesOf(planId)).toEqual([{ rule: 'city', today: 2, week: 2 }])
})

test('runs with all figures and runs with a number for each plan are counted together, the latest as examples', async () => {
  await world.all(`update plan set status = 'ended' returning id`)
  const { planId } = await world.org({ code: 'both1', plan: { city_codes: ['440300'] } })
  await world.start()
  const enter = async (count: number) => {
    await world.enter(await world.people(count, { city_code: '310100' }))
    await world.settled()
  }
  await enter(15)
  await run(planId, 'city', new Date().toISOString(), 3)
  await enter(12)
  await world.stop()
  await wait()
  await countUntil(30)
  expect(await rulesOf(planId)).toEqual([{ rule: 'city', today: 30, week: 30 }])
  const { rows } = await app.pool.query(
    `select (select run_ids from plan_why_not where plan_id = $1) as examples,
       array(select r.id from match_run r join "user" u on u.id = r.user_id order by r.id desc limit 20) as latest,
       (select count(*)::int from match_run where snapshot_id is null and why_not <> '[]' and why_not -> 0 ->> 0 = $1::text) as plain`,
    [planId],
  )
  expect(rows[0].examples).toEqual(rows[0].latest)
  expect(rows[0].plain).toBe(3)
})

test('a day is a business day, a week is seven of them, and a scope bounds the examples', async () => {
  const { planId } = await world.org({ code: 'days1' })
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await app.pool.query(`select make_partitions('match_run', $1)`, [ago(9)])
  await app.pool.query('update why_not_position set run_id = 0')
  await app.pool.query('delete from plan_why_not')
  await app.pool.query('delete from match_run')
  const own = await app.as('plan:page', 'plan:whyNot')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  const channel = await world.one<{ id: string }>(
    `insert into channel (name, flow, owner_id) values ('原因渠道', 'full', $1) returning id`,
    own.adminId,
  )
  await run(planId, 'city', ago(8))
  await run(planId, 'city', ago(3))
  await run(planId, 'city', ago(3))
  await run(planId, 'dedupe', ago(0), 1, channel.id)
  await run(planId, 'city', ago(0))
  await wait()
  await countUntil(5)
  expect(await rulesOf(planId)).toEqual([
    { rule: 'city', today: 1, week: 3 },
    { rule: 'dedupe', today: 1, week: 1 },
  ])
  expect(await examplesOf(planId, 'city')).toHaveLength(3)
  expect(await examplesOf(planId, 'city', own)).toEqual([])
  expect(await examplesOf(planId, 'dedupe', own)).toHaveLength(1)
})
