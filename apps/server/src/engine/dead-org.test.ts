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

/** How long the answers of an organization took from the beginning of the push, in milliseconds: 95 percent took less. */
const p95Of = async (orgId: string, userIds: readonly string[]) =>
  (
    await world.one<{ p95: number }>(
      `select percentile_disc(0.95) within group (order by extract(epoch from r.responded_at - time_of_id(s.id)) * 1000)::float8 as p95
       from push_record r join step_taken s on s.user_id = r.user_id and s.kind = 'screen'
       where r.org_id = $1 and r.user_id = any($2::bigint[])`,
      orgId,
      userIds,
    )
  ).p95

test('people of another organization wait no longer while one organization answers nothing', async () => {
  const alive = await world.org({ code: 'alive1', plan: { city_codes: ['440300'] } })
  await world.org({ code: 'healthy1', plan: { city_codes: ['510100'] } })
  await world.org({ code: 'silent1', timeoutMs: 3_000, plan: { city_codes: ['310100'], price_fen: 900 } })
  world.partner.set('alive1', { behaviors: ['slow'], slowMs: 150 })
  world.partner.set('silent1', { behaviors: ['drip'] })
  await world.start()
  const arrive = async (count: number, cityCode: string) => {
    const ids = await world.people(count, { city_code: cityCode })
    for (let from = 0; from < count; from += 2) {
      await world.enter(ids.slice(from, from + 2))
      await new Promise((done) => setTimeout(done, 50))
    }
    return ids
  }
  const answered = (ids: readonly string[]) =>
    world.one<{ n: number }>(
      `select count(*)::int as n from push_record where user_id = any($1::bigint[]) and responded_at is not null`,
      ids,
    )
  const [before] = await Promise.all([arrive(80, '440300'), arrive(80, '510100')])
  await expect.poll(async () => (await answered(before)).n, { timeout: 20_000 }).toBe(80)
  const [during] = await Promise.all([arrive(80, '440300'), arrive(80, '310100')])
  await expect.poll(async () => (await answered(during)).n, { timeout: 20_000 }).toBe(80)
  const [quiet, busy] = [await p95Of(alive.orgId, before), await p95Of(alive.orgId, during)]
  // A tenth more, and what a busy machine adds by chance; the silent one keeps each of its calls waiting for 3 seconds.
  expect(busy).toBeLessThan(quiet * 1.1 + 1_000)
}, 90_000)
