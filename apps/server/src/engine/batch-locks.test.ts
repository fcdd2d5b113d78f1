import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '#ledger/verify'
import {
  askStep,
  type Counter,
  counterOf,
  decidePushes,
  type Ended,
  endedOf,
  matchStep,
  type OnTheWay,
  type Plan,
  settlePushes,
} from '#test/batch-calls'
import { batchWorld, type OpenPush } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
/** How many calls are made at once by several connections; more by BATCH_CALLS. */
const calls = Number(process.env.BATCH_CALLS ?? 2_000)
let before = 0
beforeEach(async () => {
  before = await world.deadlocks()
})
afterEach(async () => {
  expect(await world.deadlocks()).toBe(before)
  expect((await verifyLedger(app.db)).faults).toEqual([])
})

/** Does something in a transaction beside others, and undoes it if it fails. */
async function beside<T>(act: (other: pg.PoolClient) => Promise<T>): Promise<T> {
  const other = await app.servicePool.connect()
  try {
    await other.query('begin')
    const done = await act(other)
    await other.query('commit')
    return done
  } catch (error) {
    await other.query('rollback')
    throw error
  } finally {
    other.release()
  }
}

test('a decision locks the counters in their order, whether they are new or not, as a consent and a visit do', async () => {
  const plan = await world.plan({ balance: 1_000 })
  const [first, second] = (await world.people(2)) as [OnTheWay, OnTheWay]
  const [known, fresh] = [counterOf(plan.plan), counterOf(plan.plan, { span: 'hour' })]
  await decidePushes(app.servicePool, [{ ...first, ...plan, price: 10, counters: [known] }])
  const claimed = (counter: Counter) => JSON.stringify([{ ...counter, fen: 10 }])
  const deciding = await beside(async (other) => {
    await other.query('select claim_caps($1)', [claimed(known)])
    const wanted = [{ ...second, ...plan, price: 10, counters: [known, fresh] }]
    const waits = decidePushes(app.servicePool, wanted)
    await world.waiting(1)
    await other.query('select claim_caps($1)', [claimed(fresh)])
    return { waits }
  })
  expect((await deciding.waits).answers).toMatchObject([{ outcome: 'decided' }])
  expect(await world.useOf(known)).toEqual({ used: 3, fen: 30 })
  expect(await world.useOf(fresh)).toEqual({ used: 2, fen: 20 })
})

test.each([
  ['answers', 'plan_answer where plan_id'],
  ['counters', 'cap_use where id'],
])('an acceptance whose price is held anew locks the %s before the account', async (_, rows) => {
  const plan = await world.plan({ balance: 1_000 })
  const [late, other] = (await world.open(2, plan, { lowest: 50, highest: 200 })) as [OpenPush, OpenPush]
  await settlePushes(app.servicePool, [endedOf(other, 'accepted')])
  await world.release(late.push)
  const settling = await beside(async (locker) => {
    await locker.query(`select from ${rows} = $1 for no key update`, [plan.plan])
    const waits = settlePushes(app.servicePool, [endedOf(late, 'accepted', { price: 60 })])
    await world.waiting(1)
    await locker.query('select from account where org_id = $1 for no key update', [plan.org])
    return { waits }
  })
  expect(await settling.waits).toMatchObject([{ outcome: 'settled' }])
  expect(await world.accountOf(plan.org)).toEqual({ balance: 1_000 - 100 - 60, held: 0 })
})

test(`${calls} calls at once with the same plans, accounts and people in any order never wait in a circle`, async () => {
  const first = await world.plan({ balance: 40_000 })
  const second = await world.plan({ balance: 400 })
  const third = await world.plan({ balance: 1_000_000 })
  const plans = [
    first,
    second,
    third,
    await world.plan({ org: first.org }),
    await world.plan({ org: third.org }),
  ]
  const people = await world.people(300)
  const pool = [app.servicePool, app.pool]
  let made = 0
  const outcomes = new Map<string, number>()
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  await Promise.all(Array.from({ length: 12 }, (_, nth) => caller(nth)))
  for (const outcome of ['decided', 'gone', 'funds', 'cap', 'settled', 'changed', 'alone'])
    expect([outcome, outcomes.get(outcome) ?? 0]).toEqual([outcome, expect.toSatisfy((n: number) => n > 0)])
  const { wrong } = await world.one<{ wrong: number }>(
    `select count(*)::int as wrong from (select user_id, org_id from push_record where status in ('accepted', 'pending', 'unknown')
       group by 1, 2 having count(*) > 1) twice`,
  )
  expect(wrong).toBe(0)
  const used = await world.all(
    `select c.id from cap_use c where c.kind = 'plan' and c.id = any($1) and (c.used, c.fen) <> (select count(*), coalesce(sum(price_fen), 0)
       from push_record p where p.plan_id = c.id and p.status in ('accepted', 'pending', 'unknown'))`,
    plans.map(({ plan }) => plan),
  )
  expect(used).toEqual([])
  expect(
    await world.all(
      `select a.org_id from account a where a.org_id = any($1) and a.held_fen <> (select coalesce(sum(amount_fen), 0) from hold h where h.account_id = a.id)`,
      plans.map(({ org }) => org),
    ),
  ).toEqual([])

  /** One after the other, decides for some people and settles what became of some. */
  async function caller(nth: number): Promise<void> {
    const db = pool[nth % 2] as pg.Pool
    while (made < calls) {
      made += 2
      const chosen = some(people, 6)
      const steps = await stepsOf(chosen)
      const { answers } = await decidePushes(
        db,
        steps.map((step) => {
          const plan = some(plans, 1)[0] as Plan
          return { ...step, ...plan, price: 10 + (Number(plan.plan) % 5), counters: countersOf(plan) }
        }),
      )
      for (const { outcome } of answers) count(outcome)
      if (nth === 1) await visit(steps[0] as OnTheWay, some(plans, 1)[0] as Plan)
      const open = await world.all<OpenPush & { state: object }>(
        `select d.user_id as user, d.push_id as push, d.claims, d.state from due_step d where d.push_id is not null and d.user_id = any($1)`,
        some(people, 12).map(({ user }) => user),
      )
      // What one caller releases is accepted with others, which must then be settled alone.
      const released = nth === 0 ? open.splice(0, 1) : []
      await world.release(...released.map(({ push }) => push)).catch(() => undefined)
      const outcomeOf = () =>
        some<Ended['outcome']>(['accepted', 'rejected', 'failed'], 1)[0] as Ended['outcome']
      const ended = [...released, ...some(open, 5)].map((each, index) =>
        endedOf(each, index < released.length ? 'accepted' : outcomeOf(), {
          next: matchStep,
          // It keeps what it has claimed, to give it back when it is settled.
          unpaid: { ...askStep(each.push), state: each.state },
        }),
      )
      for (const { outcome, push } of await settlePushes(db, ended)) {
        count(outcome)
        if (outcome === 'alone')
          for (const one of ended)
            if (one.push === push) for (const last of await settlePushes(db, [one])) count(last.outcome)
      }
    }
  }

  /** Claims and holds as a visit does, and is undone. */
  async function visit({ user }: OnTheWay, plan: Plan): Promise<void> {
    const claimed = countersOf(plan).map((counter) => ({ ...counter, most: null, fen: 5 }))
    const undone = beside(async (other) => {
      await other.query('select from "user" where id = $1 for no key update', [user])
      await other.query('select claim_caps($1)', [JSON.stringify(claimed)])
      await other.query(`select hold_amount($1, 5, 'login', $2)`, [plan.org, `visit${made}`])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
  }
})

const countersOf = ({ plan, org }: Plan): Counter[] => [
  counterOf(plan, { span: 'all', most: 60 }),
  counterOf(plan),
  counterOf(org, { kind: 'org' }),
]
const stepsOf = (people: readonly OnTheWay[]) =>
  world.all<OnTheWay>(
    'select user_id as user, claims from due_step where user_id = any($1) order by random()',
    people.map(({ user }) => user),
  )
/** Some of a list, in any order. */
function some<T>(list: readonly T[], most: number): T[] {
  const left = [...list]
  return Array.from(
    { length: Math.min(most, list.length) },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T,
  )
}
