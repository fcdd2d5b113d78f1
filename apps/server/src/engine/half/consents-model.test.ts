import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConsentAnswer,
  type Counter,
  counterOf,
  storeConsents,
  type WantedConsent,
} from '#test/batch-calls'
import { batchWorld } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
/** How many random histories are tried; more by BATCH_RUNS. */
const runs = Number(process.env.BATCH_RUNS ?? 25)
const people = 8

const consent = fc.record({
  person: fc.nat(people - 1),
  plan: fc.nat(3),
  price: fc.integer({ min: 0, max: 60 }),
})
const batch = fc.record({
  consents: fc.array(consent, { minLength: 1, maxLength: people }),
  /** Whose way ends afterwards. */
  over: fc.uniqueArray(fc.nat(people - 1)),
  /** Whose offers of a plan expire afterwards. */
  expired: fc.uniqueArray(fc.nat(people - 1), { maxLength: 3 }),
})
const limit = fc.record({ most: fc.option(fc.nat(5)), mostFen: fc.option(fc.nat(200)) })

interface Limit {
  most: number | null
  mostFen: number | null
}
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never
type History = [Batch[], Limit[], [number, number]]
const unlimited: Limit = { most: null, mostFen: null }
/** A history with every outcome, because a random one may lack some. */
const everyOutcome: History = [
  [
    {
      consents: [
        { person: 0, plan: 0, price: 1 },
        { person: 0, plan: 2, price: 1 },
      ],
      over: [0],
      expired: [1],
    },
    {
      consents: [
        { person: 0, plan: 0, price: 1 },
        { person: 1, plan: 0, price: 1 },
        { person: 2, plan: 1, price: 1 },
        { person: 3, plan: 2, price: 60 },
      ],
      over: [],
      expired: [],
    },
  ],
  [unlimited, { most: 0, mostFen: null }, unlimited, unlimited, unlimited],
  [250, 10],
]

test('random batches of consents do what one after the other would do, with small caps, budgets and balances', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 4 }),
      fc.array(limit, { minLength: 5, maxLength: 5 }),
      fc.tuple(fc.nat(250), fc.nat(250)),
      async (batches, limits, [first, second]) => {
        const one = await world.plan({ balance: first })
        const two = await world.plan({ balance: second })
        const plans = [one, await world.plan({ org: one.org }), two, await world.plan({ org: two.org })]
        const users = await world.asked(people)
        const pushes = await Promise.all(plans.map((plan) => world.offers(users, plan)))
        const all = plans.map(({ plan, org }, nth) => [
          counterOf(plan, limits[nth]),
          counterOf(org, { kind: 'org', ...limits[4] }),
        ])
        const model = {
          used: new Map<string, { used: number; fen: number }>(),
          pairs: new Set<string>(),
          held: new Map<string, number>(),
          onTheWay: new Set<string>(),
          closed: new Set<string>(),
          stored: 0,
        }
        const balances = new Map([
          [one.org, first],
          [two.org, second],
        ])
        for (const { consents, over, expired } of batches) {
          const wanted = consents.map(({ person, plan, price }) => ({
            user: users[person] as string,
            push: pushes[plan]?.[person] as string,
            ...(plans[plan] as (typeof plans)[number]),
            price,
            counters: all[plan] as Counter[],
          }))
          const { answers, counters } = await storeConsents(app.servicePool, wanted)
          const expected = wanted.map((each, at) => sequential(each, at, counters))
          expect(answers).toEqual(expected)
          for (const { outcome } of expected) seen.add(outcome)
          const done = over.map((person) => users[person] as string)
          await app.pool.query('delete from due_step where user_id = any($1)', [done])
          for (const user of done) model.onTheWay.delete(user)
          const late = expired.map((person) => pushes[0]?.[person] as string)
          await app.pool.query('update offer set is_open = false where id = any($1)', [late])
          for (const push of late) model.closed.add(push)
        }
        for (const counter of all.flat())
          expect(await world.useOf(counter)).toEqual(
            model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 },
          )
        for (const [org, balance] of balances)
          expect(await world.accountOf(org)).toEqual({ balance, held: model.held.get(org) ?? 0 })
        expect(
          await world.one(
            `select (select count(*)::int from consent where user_id = any($1)) as consents,
               (select count(*)::int from push_record where user_id = any($1) and stage = 'submit') as submits,
               (select count(*)::int from push_dedupe where user_id = any($1)) as pairs,
               (select count(*)::int from due_step where user_id = any($1)) as steps,
               (select sum(push_count)::int from "user" where id = any($1)) as counted`,
            users,
          ),
        ).toEqual({
          consents: model.stored,
          submits: model.stored,
          counted: model.stored,
          pairs: model.pairs.size,
          steps: model.onTheWay.size,
        })

        function sequential(each: WantedConsent, at: number, counters: Counter[]): ConsentAnswer {
          const refused = { nth: at + 1, cap: null, used: null, fen: null }
          if (model.onTheWay.has(each.user)) return { ...refused, outcome: 'underWay' }
          for (const counter of each.counters ?? []) {
            const use = model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 }
            const isFull = counter.most !== null && use.used >= counter.most
            if (isFull || (counter.mostFen !== null && use.fen + each.price > counter.mostFen)) {
              const cap = counters.findIndex((other) => JSON.stringify(other) === JSON.stringify(counter)) + 1
              return { nth: at + 1, outcome: 'cap', cap, ...use }
            }
          }
          if (model.pairs.has(`${each.user} ${each.org}`)) return { ...refused, outcome: 'dedupe' }
          if (model.closed.has(each.push)) return { ...refused, outcome: 'expired' }
          const held = model.held.get(each.org) ?? 0
          if (held + each.price > (balances.get(each.org) as number)) return { ...refused, outcome: 'funds' }
          model.held.set(each.org, held + each.price)
          model.pairs.add(`${each.user} ${each.org}`)
          model.closed.add(each.push)
          model.onTheWay.add(each.user)
          model.stored++
          for (const counter of each.counters ?? []) {
            const { used, fen } = model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 }
            model.used.set(JSON.stringify(counter), { used: used + 1, fen: fen + each.price })
          }
          return { ...refused, outcome: 'stored' }
        }
      },
    ),
    { numRuns: runs, examples: [everyOutcome] },
  )
  expect([...seen].toSorted()).toEqual(['cap', 'dedupe', 'expired', 'funds', 'stored', 'underWay'])
})
