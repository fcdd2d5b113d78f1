import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, engineWorld } from '#test/engine-world'
import { startApp } from '#test/harness'
import { runsOf } from '#test/stored-runs'

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
})
afterAll(() => world.partner.stop())

const priced = { price_fen: 100, price_min_fen: 50, price_max_fen: 300, daily_budget_fen: 100_000 }
const stateOf = (userId: string) =>
  world.one(
    `select p.status, p.price_fen as price, a.balance_fen::int as balance, a.held_fen::int as held,
       (select fen::int from cap_use where kind = 'plan' and id = p.plan_id and span = 'day') as spent,
       (select sum(t.amount_fen)::int from transfer t where t.kind = 'charge' and t.account_id = a.id) as charged,
       (select t.error from push_attempt t where t.push_id = p.id order by t.id limit 1) as note
     from push_record p join account a on a.org_id = p.org_id where p.user_id = $1`,
    userId,
  )

/** A person sent to an organization whose reply gives a price, if the template reads one. */
async function sent(code: string, plan: object, rules: object, canQuery = true) {
  const org = await world.org({ code, plan: { ...plan }, canQuery })
  await app.pool.query(
    `update org_template set template = (replace(template::text, '"price": null', '"price": {"path": "$.data.priceFen", "unit": "fen"}'))::jsonb
     where org_id = $1`,
    [org.orgId],
  )
  world.partner.set(code, rules)
  await world.start()
  const [userId = ''] = await world.people(1)
  await world.enter([userId])
  await world.settled()
  return { ...org, userId }
}

test.each([
  ['within the bounds', 250, priced, { price: 250, balance: 999_750, spent: 250, charged: 250, note: null }],
  ['at the upper bound', 300, priced, { price: 300, balance: 999_700, spent: 300, charged: 300, note: null }],
  [
    'above the bounds',
    301,
    priced,
    { price: 100, balance: 999_900, spent: 100, charged: 100, note: 'priceBounds' },
  ],
  [
    'below the bounds',
    49,
    priced,
    { price: 100, balance: 999_900, spent: 100, charged: 100, note: 'priceBounds' },
  ],
  ['not given', undefined, priced, { price: 100, balance: 999_900, spent: 100, charged: 100, note: null }],
  [
    'given, but the plan takes none',
    250,
    { price_fen: 100 },
    { price: 100, balance: 999_900, spent: 100, charged: 100, note: 'priceBounds' },
  ],
  [
    'nothing',
    0,
    { ...priced, price_min_fen: 0 },
    { price: 0, balance: 1_000_000, spent: 0, charged: null, note: null },
  ],
])(
  'a price of a reply %s: the highest is held, the right one is charged',
  async (name, priceFen, plan, is) => {
    const code = `price${name.length}${priceFen ?? 'x'}`
    const { userId } = await sent(code, plan, { behaviors: ['accept'], priceFen })
    expect(await stateOf(userId)).toEqual({ status: 'accepted', held: 0, ...is })
  },
)

test('while it is unclear the highest price is held, and the answer to a query is charged', async () => {
  const { orgId, userId } = await sent('priceask', priced, { behaviors: ['drop'], priceFen: 70 }, false)
  expect(await stateOf(userId)).toMatchObject({
    status: 'unknown',
    held: 300,
    spent: 300,
    balance: 1_000_000,
  })
  await world.stop()
  await app.pool.query(
    `update org_template set version = version + 1, template = jsonb_set(template, '{stages,query}', template -> 'stages' -> 'submit') where org_id = $1`,
    [orgId],
  )
  await app.pool.query(
    `update due_step set kind = 'query', due_at = now() - interval '1 second' where user_id = $1`,
    [userId],
  )
  world.partner.set('priceask', { behaviors: ['accept'], priceFen: 70 })
  await world.start()
  await world.settled()
  expect(await stateOf(userId)).toMatchObject({
    status: 'accepted',
    price: 70,
    held: 0,
    balance: 999_930,
    spent: 70,
    charged: 70,
  })
})

test('a plan whose highest price the balance or the budget does not cover takes nobody', async () => {
  const { planId } = await world.org({ code: 'pricepoor', balanceFen: 299, plan: priced })
  await world.start()
  const [userId = ''] = await world.people(1)
  await world.enter([userId])
  await world.settled()
  const [run] = await runsOf(app.db, userId)
  expect(run?.whyNot.find(([id]) => String(id) === planId)?.slice(1)).toEqual(['funds', 300, 299])
})
