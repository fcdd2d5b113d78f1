import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from './engine-world.ts'
import { startApp } from './harness.ts'
import { newChannel, newPhone } from './open-caller.ts'

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterAll(async () => {
  await world.stop()
  await world.partner.stop()
})

const profile = {
  name: '李四',
  idNumber: '11010119900307002X',
  gender: 'female',
  incomeBand: 'from5kTo10k',
  creditBand: 'from650To700',
  house: false,
  car: true,
  socialInsurance: true,
  housingFund: false,
}

test('a signed registration is screened, matched, handed to a partner over HTTP, answered and charged, once', async () => {
  const { orgId, planId } = await world.org({ code: 'opendoor', plan: { daily_cap: 50 } })
  await world.start()
  const channel = await newChannel(app)
  const phone = newPhone()
  const register = () => channel.call('POST', '/user', { phone, cityCode: '440305' })
  const { id } = (await register()).body.data
  await world.settled()
  expect(await world.all('select id from push_record where user_id = $1', id)).toEqual([])

  const complete = () => channel.call('PUT', `/user/${id}/profile`, profile)
  expect((await complete()).code).toBe('0000')
  await world.settled()
  const pushes = () => world.all('select plan_id, status, price_fen from push_record where user_id = $1', id)
  expect(await pushes()).toEqual([{ plan_id: planId, status: 'accepted', price_fen: 100 }])

  // Sent again, nothing happens twice.
  await Promise.all([register(), complete(), register(), complete()])
  await world.settled()
  expect(await pushes()).toHaveLength(1)
  expect(
    await world.all(
      `select a.balance_fen::int as balance, a.held_fen::int as held, a.transfers::int from account a where a.org_id = $1`,
      orgId,
    ),
  ).toMatchObject([{ balance: 999_900, held: 0 }])
  expect(
    await world.all(
      `select t.kind, t.amount_fen::int as fen from transfer t join account a on a.id = t.account_id
       where a.org_id = $1 and t.kind = 'charge'`,
      orgId,
    ),
  ).toEqual([{ kind: 'charge', fen: 100 }])
  expect((await app.pool.query('select status from "user" where id = $1', [id])).rows).toEqual([
    { status: 'accepted' },
  ])
})
