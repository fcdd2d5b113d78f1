import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineInstances } from '#test/engine-instances'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'

const app = startApp()
let world: EngineWorld
const startInstance = engineInstances()
beforeAll(async () => {
  world = await engineWorld(app)
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

/** Starts an instance as a process of its own. */
function start() {
  const { host, port, user, database } = app.servicePool.options
  return startInstance({
    database: { host, port, user, database, max: 6 },
    key: app.vault.keyForReader(),
    partner: `127.0.0.1:${world.partner.port}`,
    leaseMs: 1_500,
  })
}

test('instances that run a push plan are killed again and again: nobody is lost, nobody is pushed twice, the sums agree', async () => {
  const { orgId, planId } = await world.org({ code: 'mortal2', timeoutMs: 1_000 })
  world.partner.set('mortal2', { behaviors: ['accept', 'slow', 'reject', 'accept', 'error'], slowMs: 60 })
  const people = await world.people(160)
  const { id } = await world.one<{ id: string }>(
    `insert into push_plan (name, plan_id, schedule, per_minute, cap, status, due_at)
     values ('杀不死', $1, 'now', 3000, 150, 'scheduled', now()) returning id`,
    planId,
  )
  const statusOf = async () =>
    (await world.one<{ status: string }>('select status from push_plan where id = $1', id)).status
  let inTheMiddle = 0
  for (const after of [40, 120, 300, 200, 500]) {
    const children = [await start(), await start()]
    await new Promise((done) => setTimeout(done, after))
    await Promise.all(children.map((child) => child.kill()))
    if ((await statusOf()) === 'running') inTheMiddle++
  }
  expect(inTheMiddle).toBeGreaterThan(1)
  await world.start({ runnerMs: 20 })
  const end = performance.now() + 60_000
  while ((await statusOf()) !== 'done') {
    expect(performance.now()).toBeLessThan(end)
    await new Promise((done) => setTimeout(done, 50))
  }
  await world.settled(60_000)
  const pushes = await world.all<{ id: string; userId: string; status: string }>(
    'select id, user_id as "userId", status from push_record where push_plan_id = $1',
    id,
  )
  expect(pushes).toHaveLength(150)
  expect(new Set(pushes.map(({ userId }) => userId)).size).toBe(150)
  const targets = await world.all<{ userId: string; state: string; pushId: string | null }>(
    'select user_id as "userId", state, push_id as "pushId" from push_target where push_plan_id = $1',
    id,
  )
  expect(targets.map(({ userId }) => userId).toSorted()).toEqual(people.toSorted())
  expect(
    targets
      .filter(({ state }) => state === 'pushed')
      .map(({ pushId }) => pushId)
      .toSorted(),
  ).toEqual(pushes.map((push) => push.id).toSorted())
  const tallied = await world.all<{ what: string; n: number }>(
    `select what, sum(n)::int as n from (select * from push_tally union all select * from push_tally_new) t
     where kind = 'pushPlan' and id = $1 group by what having sum(n) <> 0 order by what`,
    id,
  )
  const counted = await world.all(
    `select status as what, count(*)::int as n from push_record where push_plan_id = $1 group by 1 order by 1`,
    id,
  )
  expect(tallied).toEqual(counted)
  const books = await world.one<Record<string, number>>(
    `select (select held_fen::int from org_account where org_id = $1) as held,
       (select count(*)::int from transfer t join account c on c.id = t.account_id where c.org_id = $1 and t.kind = 'charge') as charged,
       (select used from cap_use where kind = 'plan' and id = $2 and span = 'all') as used,
       count(*) filter (where status = 'accepted')::int as accepted, count(*) filter (where status in ('pending', 'unknown'))::int as open
     from push_record where org_id = $1`,
    ...[orgId, planId],
  )
  expect(books).toMatchObject({ held: 0, open: 0, charged: books.accepted, used: books.accepted })
  // One request id for each push, whoever sent it.
  const sent = new Set(world.partner.memory.received.map(({ requestId }) => requestId))
  expect([...sent].every((requestId) => pushes.some((push) => requestId === `p${push.id}`))).toBe(true)
}, 150_000)
