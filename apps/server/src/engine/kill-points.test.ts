import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsIn } from '#test/engine-books'
import { engineInstances } from '#test/engine-instances'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { killPoints } from '#test/kill-points'
import { placeFor, reached } from '#test/kill-world'
import { createPartnerGate, type PartnerGate } from '#test/partner-gate'
import type { Place } from '#test/places'
import { createSqlGate, type SqlGate } from '#test/sql-gate'

const app = startApp()
const start = engineInstances()
let world: EngineWorld
let sql: SqlGate
let calls: PartnerGate
beforeAll(async () => {
  const { host, port } = app.servicePool.options
  sql = await createSqlGate(join(host as string, `.s.PGSQL.${port}`))
  world = await engineWorld(app, {
    through: async (partner) => {
      calls = await createPartnerGate(partner)
      return calls.port
    },
  })
})
afterAll(async () => {
  await world.stop()
  await Promise.all([calls.close(), sql.close()])
  await world.partner.stop()
})

/** Kills an instance at a place. */
async function killAt(place: Place) {
  const stopped = 'sql' in place ? sql.arm(place.sql) : calls.arm(place.call)
  const { user, database } = app.servicePool.options
  const instance = await start({
    database: { host: '127.0.0.1', port: sql.port, user, database, max: 6 },
    key: app.vault.keyForReader(),
    partner: `127.0.0.1:${calls.port}`,
    leaseMs,
  })
  await reached(stopped, world).finally(() => instance.kill())
}
const leaseMs = 600_000
/** Nobody takes over before the instances of the other points are dead. */
const isLeft = (ids: readonly string[]) =>
  app.pool.query(
    `update due_step set due_at = now() + $1 * interval '1 millisecond' where user_id = any($2::bigint[]) and due_at <> 'infinity'`,
    [leaseMs, ids],
  )
/** The leases of killed instances end, which takes much longer than a search may. */
const leasesEnd = (ids: readonly string[]) => world.later(leaseMs, ids)
const everybody: string[] = []
/** How many of them no organization takes. */
let nowhere = 0

test.each(killPoints.map((point, nth) => ({ ...point, nth })))('$name', async ({ nth, ...point }) => {
  const enter = await placeFor(world, point, nth)
  const ids = await enter()
  everybody.push(...ids)
  if (point.isNowhere) nowhere += ids.length
  await killAt(point.at)
  await isLeft(ids)
  if (!point.thenAt) return
  await leasesEnd(ids)
  await killAt(point.thenAt)
  await isLeft(ids)
})

test('then another instance finds everybody, once', async () => {
  await leasesEnd(everybody)
  await Promise.all([world.start(), world.start()])
  await world.settled(60_000)
  await world.stop()
  expect(world.logged).toEqual([])
  expect(everybody.length).toBeGreaterThan(0)
  expect(await faultsIn(app, world)).toEqual([])
  expect(
    await world.all(
      `select u.status, u.risk_level as level, count(distinct u.id)::int as people, count(s.id)::int as lines
       from "user" u left join step_taken s on s.user_id = u.id and s.kind = 'screen' group by 1, 2 order by 1`,
    ),
  ).toEqual([
    {
      status: 'accepted',
      level: 'low',
      people: everybody.length - nowhere,
      lines: everybody.length - nowhere,
    },
    { status: 'registered', level: 'low', people: nowhere, lines: nowhere },
  ])
}, 90_000)
