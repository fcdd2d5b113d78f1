import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '#ledger/verify'
import {
  type ConsentAnswer,
  type Counter,
  counterOf,
  decidePushes,
  type OnTheWay,
  type Plan,
  storeConsents,
  type WantedConsent,
} from '#test/batch-calls'
import { batchWorld } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
let before = 0
beforeEach(async () => {
  before = await world.deadlocks()
})
afterEach(async () => {
  expect(await world.deadlocks()).toBe(before)
  expect((await verifyLedger(app.db)).faults).toEqual([])
})

const store = async (...wanted: WantedConsent[]) => (await storeConsents(app.servicePool, wanted)).answers
const stored = { outcome: 'stored', cap: null, used: null, fen: null }
/** Consents of people to offers of a plan. */
const consentsOf = async (users: readonly string[], plan: Plan, counters: readonly Counter[] = []) => {
  const pushes = await world.offers(users, plan)
  return users.map((user, nth) => ({ user, push: pushes[nth] as string, ...plan, price: 100, counters }))
}
const one = async (plan: Plan, counters: readonly Counter[] = []) =>
  (await consentsOf(await world.asked(1), plan, counters))[0] as WantedConsent
/** What is stored of a consent. */
const stateOf = ({ user, push }: WantedConsent) =>
  world.one(
    `select p.stage, o.is_open as "isOpen", u.status, u.push_count as count, d.kind, d.push_id as step,
       (select count(*)::int from consent c where c.id = p.id) as consents,
       (select count(*)::int from push_dedupe x where x.user_id = u.id) as pairs,
       (select count(*)::int from hold h where h.ref_id = p.id::text) as holds
     from push_record p join offer o on o.id = p.id join "user" u on u.id = p.user_id left join due_step d on d.user_id = u.id
     where p.id = $1 and u.id = $2`,
    push,
    user,
  )
const open = { stage: 'consent', isOpen: true, status: 'profiled', count: 0, kind: null, step: null }
const nothing = { ...open, consents: 0, pairs: 0, holds: 0 }
const everything = (push: string) => ({
  stage: 'submit',
  isOpen: false,
  status: 'matched',
  count: 1,
  kind: 'submit',
  step: push,
  consents: 1,
  pairs: 1,
  holds: 1,
})

test('a consent writes the step, the pair, the hold, the counters and the agreements, and closes the offer', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const counters = [
    counterOf(plan.plan, { most: 3, mostFen: 900 }),
    counterOf(plan.plan, { kind: 'pair', channelId: '7' }),
    counterOf(plan.org, { kind: 'org', span: 'hour', most: 5 }),
  ]
  const wanted = await one(plan, counters)
  expect(await store(wanted)).toEqual([{ nth: 1, ...stored }])
  expect(await stateOf(wanted)).toEqual(everything(wanted.push))
  expect(
    await world.one(
      `select c.user_id, c.plan_id, c.org_id, c.channel_id, c.ip, c.agreements, d.state, d.due_at <= now() as "isDue",
         x.until = time_of_id(c.id) + interval '30 days' as "isThirty"
       from consent c join due_step d on d.push_id = c.id join push_dedupe x on x.user_id = c.user_id where c.id = $1`,
      wanted.push,
    ),
  ).toEqual({
    user_id: wanted.user,
    plan_id: plan.plan,
    org_id: plan.org,
    channel_id: '7',
    ip: '203.0.113.7',
    agreements: [{ name: 'terms', version: '1', url: 'https://example.com' }],
    state: { orgId: plan.org, round: 0 },
    isDue: true,
    isThirty: true,
  })
  for (const counter of counters) expect(await world.useOf(counter)).toEqual({ used: 1, fen: 100 })
  expect(await world.accountOf(plan.org)).toEqual({ balance: 1_000, held: 100 })
})

test('whatever refuses, nothing of that person is left, and the others are stored', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const poor = await world.plan({ balance: 99 })
  const counter = counterOf(plan.plan)
  const full = counterOf(plan.plan, { most: 0, span: 'hour' })
  const [deleted, busy, sent, late, fine, again] = (await consentsOf(await world.asked(6), plan, [
    counter,
  ])) as [...[WantedConsent, WantedConsent, WantedConsent, WantedConsent, WantedConsent, WantedConsent]]
  const capped = { ...(await one(plan)), counters: [counter, full] }
  const broke = await one(poor)
  const closed = { ...(await one(plan, [counter])), probes: true }
  await app.pool.query(
    `update "user" set status = 'deleted', deleted_at = now(), phone = null, name = null where id = $1`,
    [deleted.user],
  )
  await app.pool.query(
    `insert into due_step (user_id, kind, push_id, claims) values ($1, 'query', 1, 3), ($2, 'retry', 1, 3)`,
    [busy.user, again.user],
  )
  await app.pool.query(`insert into push_dedupe values ($1, $2, now() + interval '1 minute')`, [
    ...[sent.user, plan.org],
  ])
  await app.pool.query('update offer set is_open = false where id = $1', [late.push])
  const answers = await store(deleted, busy, capped, sent, late, broke, closed, fine, again)
  const outcomes = ['gone', 'underWay', 'cap', 'dedupe', 'expired', 'funds', 'breaker', 'stored', 'stored']
  expect(answers.map(({ outcome }) => outcome)).toEqual(outcomes)
  expect(answers[2]).toEqual({ nth: 3, outcome: 'cap', cap: 2, used: 0, fen: 0 })
  expect(await stateOf(deleted)).toEqual({ ...nothing, status: 'deleted' })
  expect(await stateOf(busy)).toEqual({ ...nothing, kind: 'query', step: '1' })
  expect(await stateOf(sent)).toEqual({ ...nothing, pairs: 1 })
  expect(await stateOf(late)).toEqual({ ...nothing, isOpen: false })
  for (const refused of [capped, broke, closed]) expect(await stateOf(refused)).toEqual(nothing)
  for (const taken of [fine, again]) expect(await stateOf(taken)).toEqual(everything(taken.push))
  expect(await world.one('select claims from due_step where user_id = $1', again.user)).toEqual({ claims: 4 })
  expect(await world.useOf(counter)).toEqual({ used: 2, fen: 200 })
  expect(await world.useOf(full)).toEqual({ used: 0, fen: 0 })
  expect(await world.accountOf(poor.org)).toEqual({ balance: 99, held: 0 })
  // A batch of which nobody is left.
  expect((await store(capped)).map(({ outcome }) => outcome)).toEqual(['cap'])
  expect(await stateOf(capped)).toEqual(nothing)
})

test('of several consents of one person in a batch the first that nothing refuses is stored', async () => {
  const [plan, other] = [await world.plan({ balance: 1_000 }), await world.plan({ balance: 1_000 })]
  const users = await world.asked(1)
  const [first] = (await consentsOf(users, plan)) as [WantedConsent]
  const [second] = (await consentsOf(users, other)) as [WantedConsent]
  const full = { ...first, counters: [counterOf(plan.plan, { most: 0 })] }
  const answers = await store(full, second, second, first)
  expect(answers.map(({ outcome }) => outcome)).toEqual(['cap', 'stored', 'underWay', 'underWay'])
  expect(await stateOf(second)).toEqual(everything(second.push))
  expect(await world.one('select claims, state from due_step where user_id = $1', second.user)).toEqual({
    claims: 0,
    state: { orgId: other.org, round: 0 },
  })
})

test('of many consents to an organization whose breaker is half open, the first that nothing else refuses is the probe', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const full = counterOf(plan.plan, { most: 0 })
  const [capped, ...others] = await consentsOf(await world.asked(4), plan)
  await app.pool.query(`insert into org_breaker (org_id, probe_at) values ($1, now())`, [plan.org])
  const wanted = [{ ...(capped as WantedConsent), counters: [full] }, ...others]
  const answers = await store(...wanted.map((each) => ({ ...each, probes: true })))
  expect(answers.map(({ outcome }) => outcome)).toEqual(['cap', 'stored', 'breaker', 'breaker'])
  expect(
    await world.one(
      `select probe_at > now() + interval '20 seconds' as "isLater" from org_breaker where org_id = $1`,
      plan.org,
    ),
  ).toEqual({ isLater: true })
})

test('a breaker that somebody else changes at this moment refuses at once', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const wanted = { ...(await one(plan)), probes: true }
  await app.pool.query(`insert into org_breaker (org_id, probe_at) values ($1, now())`, [plan.org])
  const other = await app.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from org_breaker where org_id = $1 for no key update', [plan.org])
    expect((await store(wanted)).map(({ outcome }) => outcome)).toEqual(['breaker'])
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect((await store(wanted)).map(({ outcome }) => outcome)).toEqual(['stored'])
})

test('many consents at once, in any order and beside decisions, take exactly what one cap and one balance let, and never wait in a circle', async () => {
  const shared = await world.plan({ balance: 100_000 })
  const twin = await world.plan({ org: shared.org })
  const short = await world.plan({ balance: 5_750 })
  const plans = [shared, twin, short]
  const capOf = ({ plan }: Plan) => counterOf(plan, { most: 60 })
  const orgCap = counterOf(shared.org, { kind: 'org', span: 'month', most: 90 })
  const countersOf = (plan: Plan) => [capOf(plan), ...(plan === short ? [] : [orgCap])]
  const users = await world.asked(300)
  const wanted = (await Promise.all(plans.map((plan) => consentsOf(users, plan, countersOf(plan))))).flat()
  const people = await world.people(60)
  const outcomes = new Map<string, number>()
  const note = (answers: readonly Pick<ConsentAnswer, 'outcome'>[]) => {
    for (const { outcome } of answers) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const shuffled = wanted
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
  await Promise.all([
    ...Array.from({ length: 8 }, async (_, nth) => {
      const own = shuffled.filter((_each, at) => at % 8 === nth)
      while (own.length > 0) {
        const batch = [...new Map(own.splice(0, 15).map((each) => [each.user, each])).values()]
        note((await storeConsents(nth % 2 ? app.servicePool : app.pool, batch)).answers)
      }
    }),
    ...Array.from({ length: 3 }, async (_, nth) => {
      const own = people.filter((_person, at) => at % 3 === nth)
      while (own.length > 0) {
        const batch = own.splice(0, 5).map((person: OnTheWay, at) => {
          const plan = plans[(at + nth) % 3] as Plan
          return { ...person, ...plan, price: 100, counters: countersOf(plan) }
        })
        await decidePushes(app.servicePool, batch)
      }
    }),
  ])
  for (const outcome of ['stored', 'underWay', 'cap', 'funds'])
    expect([outcome, outcomes.get(outcome) ?? 0]).toEqual([outcome, expect.toSatisfy((n: number) => n > 0)])
  const counted = await world.all<{ plan: string; n: number }>(
    `select plan_id as plan, count(*)::int as n from push_record where plan_id = any($1) and stage = 'submit' group by 1`,
    plans.map(({ plan }) => plan),
  )
  const nOf = ({ plan }: Plan) => counted.find((each) => each.plan === plan)?.n ?? 0
  expect(nOf(shared) + nOf(twin)).toBe(90)
  expect(nOf(short)).toBe(57)
  for (const plan of plans) {
    expect(nOf(plan)).toBeLessThanOrEqual(60)
    expect(await world.useOf(capOf(plan))).toEqual({ used: nOf(plan), fen: 100 * nOf(plan) })
  }
  expect(await world.useOf(orgCap)).toEqual({ used: 90, fen: 9_000 })
  expect(await world.accountOf(short.org)).toEqual({ balance: 5_750, held: 5_700 })
  // Nobody consented twice, and nothing is left of those who were refused.
  expect(
    await world.one(
      `select count(*)::int as consents, count(distinct c.user_id)::int as people,
         (select count(*)::int from due_step where user_id = any($1)) as steps,
         (select count(*)::int from push_dedupe where user_id = any($1)) as pairs,
         (select count(*)::int from offer o join push_record p on p.id = o.id where p.user_id = any($1) and not o.is_open) as closed
       from consent c where c.user_id = any($1)`,
      users,
    ),
  ).toEqual(
    Object.fromEntries(
      ['consents', 'people', 'steps', 'pairs', 'closed'].map((name) => [name, outcomes.get('stored')]),
    ),
  )
})
