import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counter, counterOf, type Decision, decidePushes, type Wanted } from '#test/batch-calls'
import { batchWorld } from '#test/batch-world'
import { startApp } from '#test/harness'

const app = startApp()
const world = batchWorld(app)
/** How many random histories are tried; more by BATCH_RUNS. */
const runs = Number(process.env.BATCH_RUNS ?? 25)

const wish = fc.record({
  person: fc.nat(7),
  plan: fc.nat(3),
  price: fc.integer({ min: 0, max: 60 }),
  above: fc.option(fc.integer({ min: 0, max: 30 })),
  lateness: fc.nat(9),
})
const limit = fc.record({ most: fc.option(fc.nat(5)), mostFen: fc.option(fc.nat(200)) })

test('random batches do what one after the other would do, with small caps, budgets and balances', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(wish, { selector: ({ person }) => person, minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(limit, { minLength: 9, maxLength: 9 }),
      fc.tuple(fc.nat(250), fc.nat(250)),
      async (batches, limits, [first, second]) => {
        const one = await world.plan({ balance: first })
        const two = await world.plan({ balance: second })
        const plans = [one, await world.plan({ org: one.org }), two, await world.plan({ org: two.org })]
        const people = (await world.people(8)).map((person) => ({ ...person }))
        const all = plans.map(({ plan, org }, nth) => [
          counterOf(plan, limits[nth]),
          counterOf(plan, { kind: 'pair', channelId: '5', span: 'month', ...limits[nth + 4] }),
          counterOf(org, { kind: 'org', ...limits[8] }),
        ])
        const model = {
          used: new Map<string, { used: number; fen: number }>(),
          pairs: new Set<string>(),
          held: new Map<string, number>(),
        }
        const balances = new Map([
          [one.org, first],
          [two.org, second],
        ])
        for (const batch of batches) {
          const wanted = batch.map(({ person, plan, price, above, lateness }) => {
            const { user, claims } = people[person] as (typeof people)[number]
            const highest = above === null ? {} : { lowest: 0, highest: price + above }
            return {
              user,
              claims: claims - (lateness === 0 ? 1 : 0),
              price,
              ...(plans[plan] as (typeof plans)[number]),
              ...highest,
              counters: all[plan] as Counter[],
            }
          })
          const { answers, counters } = await decidePushes(app.servicePool, wanted)
          const expected = wanted.map((each, nth) =>
            sequential(each, nth, batch[nth]?.lateness === 0, counters),
          )
          expect(answers.map(({ push: _push, ...answer }) => answer)).toEqual(expected)
          for (const [nth, { outcome }] of expected.entries())
            if (outcome === 'decided') (people[batch[nth]?.person as number] as { claims: number }).claims++
            else refused++
        }
        for (const counter of all.flat())
          expect(await world.useOf(counter)).toEqual(
            model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 },
          )
        for (const [org, balance] of balances)
          expect(await world.accountOf(org)).toEqual({ balance, held: model.held.get(org) ?? 0 })
        const stored = await world.stored(people.map(({ user }) => user))
        const n = model.pairs.size
        expect(stored).toMatchObject({ pushes: n, pairs: n, runs: n, lines: n, counted: n })

        function sequential(
          each: Wanted,
          at: number,
          isLate: boolean,
          counters: Counter[],
        ): Omit<Decision, 'push'> {
          const amount = Math.max(each.price, each.highest ?? 0)
          const answer = {
            nth: at + 1,
            outcome: 'decided' as const,
            claims: null,
            cap: null,
            used: null,
            fen: null,
          }
          if (isLate) return { ...answer, outcome: 'gone' }
          for (const counter of each.counters ?? []) {
            const use = model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 }
            const isFull = counter.most !== null && use.used >= counter.most
            if (isFull || (counter.mostFen !== null && use.fen + amount > counter.mostFen))
              return {
                ...answer,
                outcome: 'cap',
                cap: counters.findIndex((other) => JSON.stringify(other) === JSON.stringify(counter)) + 1,
                ...use,
              }
          }
          if (model.pairs.has(`${each.user} ${each.org}`)) return { ...answer, outcome: 'dedupe' }
          const held = model.held.get(each.org) ?? 0
          if (held + amount > (balances.get(each.org) as number)) return { ...answer, outcome: 'funds' }
          model.held.set(each.org, held + amount)
          model.pairs.add(`${each.user} ${each.org}`)
          for (const counter of each.counters ?? []) {
            const { used, fen } = model.used.get(JSON.stringify(counter)) ?? { used: 0, fen: 0 }
            model.used.set(JSON.stringify(counter), { used: used + 1, fen: fen + amount })
          }
          return { ...answer, claims: each.claims + 1 }
        }
      },
    ),
    { numRuns: runs },
  )
  expect(refused).toBeGreaterThan(0)
})
