import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { adjust, recharge } from '#ledger/bookings'
import { giveUp } from '#ledger/holds'
import { trialBalance } from '#ledger/trial-balance'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { keyOfOrg } from '#test/open-caller'

const app = startApp()
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(app)
})
afterEach(async () => {
  await world.stop()
  await app.pool.query(`update plan set status = 'ended'`)
  await app.pool.query('delete from due_step')
  expect(world.logged.splice(0)).toEqual([])
  expect(await trialBalance(app.db)).toMatchObject({ totalFen: 0 })
})
afterAll(() => world.partner.stop())

/** An unclear push of 250 fen, whose hold was released and whose organization has spent its balance on something else. */
async function unpaidPush(code: string) {
  const { orgId } = await world.org({ code, canQuery: false, plan: { price_fen: 250 }, balanceFen: 300 })
  world.partner.set(code, { behaviors: ['drop'] })
  await world.start()
  const [userId = ''] = await world.people(1)
  await world.enter([userId])
  await world.settled()
  await world.stop()
  const { id: pushId } = await world.one<{ id: string }>(
    'select id from push_record where user_id = $1',
    userId,
  )
  await app.db.transaction().execute(async (write) => {
    await giveUp(write, { ref: { kind: 'push', id: pushId } })
    const ref = { kind: 'test', id: `spent-${orgId}` }
    await adjust(write, { account: { orgId }, amountFen: -200, businessDay: '2026-01-01', ref })
  })
  const state = () =>
    world.one(
      `select p.status, p.price_fen as price, a.balance_fen::int as balance, a.held_fen::int as held,
         (select sum(t.amount_fen)::int from transfer t where t.kind = 'charge' and t.account_id = a.id) as charged,
         (select s.kind || ' ' || s.due_at from due_step s where s.user_id = p.user_id) as step,
         (select t.kind from push_trouble t where t.push_id = p.id and t.closed_at is null) as trouble
       from push_record p join account a on a.org_id = p.org_id where p.id = $1`,
      pushId,
    )
  const topUp = () =>
    app.db.transaction().execute((write) =>
      recharge(write, {
        orgId,
        way: 'bank',
        amountFen: 500,
        businessDay: '2026-01-01',
        ref: { kind: 'recharge', id: `later-${orgId}` },
      }),
    )
  return { orgId, userId, pushId, state, topUp }
}

const open = {
  status: 'unknown',
  price: 250,
  balance: 100,
  held: 0,
  charged: null,
  step: 'ask infinity',
  trouble: 'unknown',
}
const paid = {
  status: 'accepted',
  price: 250,
  balance: 350,
  held: 0,
  charged: 250,
  step: null,
  trouble: null,
}

test('an acceptance that the organization cannot pay any more is left to a person, and charged once it is settled after a recharge', async () => {
  const { orgId, userId, pushId, state, topUp } = await unpaidPush('unpaidquery')
  // The organization can be asked now, and says that it accepted the person.
  await app.pool.query(
    `update org_template set version = version + 1, template = jsonb_set(template, '{stages,query}', template -> 'stages' -> 'submit') where org_id = $1`,
    [orgId],
  )
  await app.pool.query(`delete from push_trouble where push_id = $1`, [pushId])
  await app.pool.query(
    `update due_step set kind = 'query', due_at = now() - interval '1 second' where user_id = $1`,
    [userId],
  )
  world.partner.set('unpaidquery', { behaviors: ['accept'] })
  await world.start()
  await world.settled()
  expect(await state()).toEqual(open)
  await topUp()
  const request = await app.as('push:settle', 'push:page')
  const { body } = await request('POST', `/user/push/${pushId}/settle`, { outcome: 'accepted' })
  expect(body).toMatchObject({ code: '0000', data: { status: 'accepted' } })
  expect(await state()).toEqual(paid)
})

test('who settles it, and an organization that says so, are told that the balance does not suffice, and nothing changes', async () => {
  const { orgId, pushId, state, topUp } = await unpaidPush('unpaidhand')
  const request = await app.as('push:settle', 'push:page')
  const settle = () => request('POST', `/user/push/${pushId}/settle`, { outcome: 'accepted' })
  const partner = await keyOfOrg(app, orgId)
  const say = () =>
    partner.call('POST', '/result', {
      at: new Date().toISOString(),
      pushId: `p${pushId}`,
      status: 'accepted',
    })
  const refused = await settle()
  expect(refused.body).toMatchObject({ code: '4090', msg: expect.stringContaining('余额') })
  expect(await say()).toMatchObject({ code: '4090' })
  expect(await state()).toEqual(open)
  await topUp()
  expect(await say()).toMatchObject({ code: '0000' })
  expect((await settle()).body.code).toBe('0000')
  expect(await state()).toEqual(paid)
})
