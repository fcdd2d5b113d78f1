import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineInstances } from '#test/engine-instances'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { standardLimits } from './worker.ts'

const app = startApp()
let world: EngineWorld
const startInstance = engineInstances()
beforeAll(async () => {
  world = await engineWorld(app)
})
afterAll(() => world.partner.stop())

/** The leases of killed instances end, which takes longer than a search may. */
const leasesEnd = () => world.later(standardLimits.leaseMs)

/** Starts an instance as a process of its own. */
function start() {
  const { host, port, user, database } = app.servicePool.options
  return startInstance({
    database: { host, port, user, database, max: 6 },
    key: app.vault.keyForReader(),
    partner: `127.0.0.1:${world.partner.port}`,
    leaseMs: standardLimits.leaseMs,
  })
}

/** People of the full flow who are not on the way, and of whom no run of the match says why. */
const lost = () =>
  world.all(`select id, status from "user" u where not exists (select from due_step d where d.user_id = u.id)
    and not exists (select from match_run m where m.user_id = u.id)`)

test('processes are killed again and again: nobody is stuck, nobody is taken twice, and everything accepted is paid once', async () => {
  const { orgId, planId } = await world.org({ code: 'mortal1', timeoutMs: 1_000 })
  world.partner.set('mortal1', {
    behaviors: ['accept', 'slow', 'reject', 'accept', 'drop', 'error'],
    slowMs: 60,
  })
  await world.enter(await world.people(150))
  let kills = 0
  for (const after of [90, 160, 240, 130, 300]) {
    const child = await start()
    await new Promise((done) => setTimeout(done, after))
    await child.kill()
    await leasesEnd()
    kills++
  }
  await world.start()
  await world.settled(60_000)
  await world.stop()
  const books = await world.one<Record<string, number>>(
    `select a.balance_fen::int as balance, a.held_fen::int as held,
       (select count(*)::int from transfer t join account c on c.id = t.account_id where c.org_id = $1 and t.kind = 'charge') as charged,
       (select count(*)::int from push_record where org_id = $1 and status = 'accepted') as accepted,
       (select count(*)::int from push_record where org_id = $1 and status in ('pending', 'unknown')) as open,
       (select used from cap_use where kind = 'plan' and id = $2 and span = 'all') as used
     from org_account a where a.org_id = $1`,
    ...[orgId, planId],
  )
  expect(kills).toBe(5)
  expect(books).toMatchObject({ held: 0, open: 0, charged: books.accepted, used: books.accepted })
  expect(books.balance).toBe(1_000_000 - 100 * (books.accepted as number))
  expect(world.partner.memory.accepted('mortal1')).toBe(books.accepted)
  // One request id for each push, whoever sent it, and one push for each person and organization.
  const sent = new Set(world.partner.memory.received.map(({ requestId }) => requestId))
  const pushes = await world.all<{ id: string }>('select id from push_record')
  expect([...sent].every((requestId) => pushes.some(({ id }) => requestId === `p${id}`))).toBe(true)
  expect(pushes).toHaveLength(150)
  expect(await lost()).toEqual([])
}, 120_000)

test('200 at once against a cap of 50, while processes are killed: never above 50, and 50 in the end', async () => {
  const { orgId, planId } = await world.org({ code: 'mortal2', timeoutMs: 400, plan: { daily_cap: 50 } })
  await app.pool.query(`update plan set status = 'ended' where id <> $1`, [planId])
  world.partner.set('mortal2', {
    behaviors: ['accept', 'reject', 'drop', 'slow', 'duplicate', 'accept'],
    slowMs: 1_500,
  })
  const used = async () =>
    (
      await world.one<{ used: number } | undefined>(
        `select used from cap_use where kind = 'plan' and id = $1 and span = 'day'`,
        planId,
      )
    )?.used ?? 0
  let most = 0
  const watching = setInterval(async () => {
    most = Math.max(most, await used())
  }, 20)
  await world.enter(await world.people(200))
  for (const after of [200, 350, 500]) {
    const children = await Promise.all([start(), start()])
    await new Promise((done) => setTimeout(done, after))
    await Promise.all(children.map((child) => child.kill()))
    await leasesEnd()
  }
  await Promise.all([world.start(), world.start()])
  await world.settled(60_000)
  // Rejections gave their places back, so those who come later fill them.
  for (let round = 0; round < 20 && (await used()) < 50; round++) {
    await world.enter(await world.people(20))
    await world.settled()
  }
  clearInterval(watching)
  await world.stop()
  expect(most).toBeLessThanOrEqual(50)
  expect(await used()).toBe(50)
  const { accepted } = await world.one<{ accepted: number }>(
    `select count(*)::int as accepted from push_record where org_id = $1 and status = 'accepted'`,
    orgId,
  )
  expect(accepted).toBe(50)
  expect(world.partner.memory.accepted('mortal2')).toBe(50)
  expect(await lost()).toEqual([])
}, 120_000)
