import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSnapshots, type PlanSnapshot } from '#engine/plans/snapshot'
import { startApp } from '#test/harness'
import {
  factsArbitrary,
  knownPerson,
  lateReasonArbitrary,
  openPlan,
  plansArbitrary,
  reasonsOf,
  useArbitrary,
} from '#test/match-run-world'
import { runsOf } from '#test/stored-runs'
import { type RunFacts, termsOf } from '#users'
import { outrankedOf, type StoredRun, whyNotOf } from '#users/match-run/stored-run'
import { noteRun, type Run, runColumns, type WhyNot } from './match-run.ts'
import { rankingOf } from './plans/rank.ts'
import type { RunningPlan } from './plans/running.ts'

const app = startApp()

const unused = { hour: 0, day: 0, month: 0, total: 0, spentFen: 0, elapsed: 1, availableFen: 1_000_000 }

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const snapshotOf = (plans: readonly RunningPlan[]): PlanSnapshot => ({
  plans,
  places: new Map(plans.map(({ id }, place) => [id, place])),
  stored: () => Promise.resolve('1'),
})

/** A run as a query gives it. */
function read(run: Pick<Run, 'planId' | 'whyNot' | 'ranking' | 'looked'>): StoredRun {
  const { whyNot, facts, seen, rankedPlanIds, rankedPriceFen, rankedRateBp, ...bytes } = runColumns(run)
  return {
    ...bytes,
    whyNot: JSON.parse(whyNot),
    facts: facts && JSON.parse(facts),
    seen: seen && JSON.parse(seen),
    rankedIds: rankedPlanIds && [...rankedPlanIds],
    pricesFen: rankedPriceFen && [...rankedPriceFen],
    ratesBp: rankedRateBp && [...rankedRateBp],
  }
}

/** Takes an element of a list by a number from 0 to 1. */
const pick = <T>(list: readonly T[], share: number) => list[Math.floor(share * list.length)]

test('a run with a byte for each plan says the same as one with all figures, in the same order', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true })
  fc.assert(
    fc.property(
      plansArbitrary,
      factsArbitrary,
      fc.array(useArbitrary, { minLength: 40, maxLength: 40 }),
      fc.array(fc.tuple(share, lateReasonArbitrary)),
      fc.record({ chosen: fc.option(share), of: fc.option(share), rate: share }),
      (plans, facts, uses, late, { chosen, of, rate }) => {
        const looked = of === null ? plans : plans.filter((_, index) => index % 3 < of * 3)
        const whyNot = reasonsOf(looked, facts, (plan) => uses[plans.indexOf(plan)] as never)
        for (const [at, reason] of looked.length === 0 ? [] : late)
          whyNot.set(pick(looked, at) as RunningPlan, reason)
        const fitting = looked.filter((plan) => !whyNot.has(plan))
        const first = chosen === null ? undefined : pick(fitting, chosen)
        const ranking =
          first &&
          rankingOf(
            first,
            fitting.filter((plan) => plan !== first),
            { rateOf: ({ id }) => (rate * Number(id)) % 1 },
          )
        const run = { planId: first?.id ?? null, whyNot, ranking }
        const snapshot = snapshotOf(plans)
        const packed = read({ ...run, looked: { snapshot, snapshotId: '1', facts, of: looked } })
        const plain = read(run)
        const terms = json(plans.map(termsOf))
        expect(whyNotOf(packed, terms)).toEqual(whyNotOf(plain, undefined))
        expect(outrankedOf(packed, terms)).toEqual(outrankedOf(plain, undefined))
        expect(packed.whyNot).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test('what the rules look at first has no figures of its own, and only the facts that were looked at are kept', () => {
  fc.assert(
    fc.property(plansArbitrary, factsArbitrary, (plans, facts) => {
      const whyNot = reasonsOf(plans, facts, () => ({ ...unused, availableFen: Number.POSITIVE_INFINITY }))
      const ofUse = ['budget', 'hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap', 'pace']
      fc.pre([...whyNot.values()].every(({ rule }) => !ofUse.includes(rule)))
      const looked = { snapshot: snapshotOf(plans), snapshotId: '1', facts, of: plans }
      const { later, seen } = runColumns({ planId: null, whyNot, looked })
      expect([later, seen]).toEqual([null, null])
    }),
  )
  const old = { ...openPlan, ageFrom: 40 }
  const run = {
    planId: null,
    whyNot: new Map([[old, { rule: 'age' as const, wanted: [40, null], seen: 33 }]]),
  }
  const looked = { snapshot: snapshotOf([old]), snapshotId: '1', facts: knownPerson, of: [old] }
  expect(runColumns({ ...run, looked }).facts).toBe('{"age":33}')
})

test('a run of a deleted user has no reasons and keeps its ranking; without its snapshot it has neither', () => {
  const [first, other, old] = [1, 2, 3].map((id) => ({
    ...openPlan,
    id: String(id),
    priceFen: 100 * id,
    gender: id === 3 ? 'male' : null,
  })) as [RunningPlan, RunningPlan, RunningPlan]
  const plans = [first, other, old]
  const run = read({
    planId: first.id,
    whyNot: new Map([[old, { rule: 'gender', wanted: 'male', seen: 'female' }]]),
    ranking: rankingOf(first, [other], { rateOf: () => 0.25 }),
    looked: { snapshot: snapshotOf(plans), snapshotId: '1', facts: knownPerson, of: plans },
  })
  const ranking = { planIds: ['1', '2'], pricesFen: [100, 200], ratesBp: [2_500, 2_500] }
  expect([whyNotOf(run, plans), outrankedOf(run, plans)]).toEqual([
    [['3', 'gender', 'male', 'female']],
    ranking,
  ])
  const deleted = { ...run, reasons: null, later: null, facts: null, seen: null }
  expect([whyNotOf(deleted, plans), outrankedOf(deleted, plans)]).toEqual([[], ranking])
  expect([whyNotOf(run, undefined), outrankedOf(run, undefined)]).toEqual([[], null])
})

/** Plans of 40 cities, of which a tenth takes the person; what the others want differs from plan to plan. */
function manyPlans(count: number): RunningPlan[] {
  const cities = Array.from(
    { length: 40 },
    (_, index) => `${String(110_000 + 10_000 * index).slice(0, 3)}000`,
  )
  // The same numbers each time, without a pattern.
  let state = 7
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  return Array.from({ length: count }, (_, index): RunningPlan => {
    const plan = {
      ...openPlan,
      id: String(900_000_000_000_000_000n + BigInt(index) * 977n),
      orgId: String(1 + below(400)),
      priceFen: 1_000 + below(9_000),
      dailyCap: 50 + below(200),
      dailyBudgetFen: 100_000 + below(500_000),
    }
    if (index % 10 === 0) return plan
    const wants: Partial<RunningPlan>[] = [
      {
        cityCodes: [cities[below(40)] as string, cities[below(40)] as string].filter(
          (code) => code !== '310000',
        ),
      },
      { ageFrom: 40 + below(20) },
      { gender: 'male' },
      { incomeBands: ['20k+'] },
      { creditBands: ['poor'] },
      { car: true },
      { windows: [{ weekday: 1, from: '14:00', to: '18:00' }] },
      { excludedChannelIds: ['7'] },
    ]
    return { ...plan, ...(wants[below(wants.length)] as Partial<RunningPlan>) }
  })
}

/** What is used: a third of the plans that fit is full, out of budget or not paid for. */
function useOf(plan: RunningPlan) {
  const nth = Number(BigInt(plan.id) % 90n)
  return {
    ...unused,
    day: nth < 10 ? (plan.dailyCap as number) : 3,
    spentFen: nth >= 10 && nth < 20 ? (plan.dailyBudgetFen as number) - 7 * nth : 0,
    availableFen: nth >= 20 && nth < 30 ? 11 * nth : 1_000_000,
  }
}

test.each([
  { what: 'a third of them full or not paid for', use: useOf, outranked: 125 },
  { what: 'none of them used', use: () => unused, outranked: 195 },
])(
  'a run over 2,000 plans, of which a tenth fits, $what, is at most 3,000 bytes, and is read as it was',
  async ({ use, outranked }) => {
    const plans = manyPlans(2_000)
    const facts: RunFacts = { ...knownPerson, sent: { 3: 4, 17: 0 } }
    const snapshot = createSnapshots(app.db)
      .take(new Map([['full', plans]]))
      .get('full') as PlanSnapshot
    const looked = { snapshot, snapshotId: await snapshot.stored(), facts, of: plans }
    const whyNot: Map<RunningPlan, WhyNot> = reasonsOf(plans, facts, use)
    const fitting = plans.filter((plan) => !whyNot.has(plan))
    const [first, ...others] = fitting.toSorted((one, other) => other.priceFen - one.priceFen)
    // The best two were tried and refused.
    const [best, second] = [others.pop(), others.pop()] as [RunningPlan, RunningPlan]
    whyNot.set(best, { rule: 'funds', wanted: best.priceFen, seen: null })
    whyNot.set(second, { rule: 'breaker', wanted: null, seen: '2026-03-02T04:00:35.120Z' })
    const ranking = rankingOf(first as RunningPlan, others, {
      rateOf: ({ id }) => (Number(BigInt(id) % 997n) + 1) / 1_000,
    })
    const person = { flow: 'full' as const }
    const run = { id: null, person, planId: first?.id ?? null, whyNot, ranking }
    const users = await app.pool.query<{ id: string }>(
      `insert into "user" (flow) values ('full'), ('full') returning id`,
    )
    const [packed = '', plain = ''] = users.rows.map(({ id }) => id)
    await noteRun(app.db, { ...run, userId: packed, looked })
    await noteRun(app.db, { ...run, userId: plain })
    expect(ranking?.planIds.length).toBeGreaterThan(outranked)
    expect(whyNot.size).toBeGreaterThan(1_800)

    const runs = await runsOf(app.db, packed)
    expect(runs).toEqual(await runsOf(app.db, plain))
    expect(runs[0]?.whyNot).toHaveLength(whyNot.size)
    const { rows } = await app.pool.query<{ bytes: number }>(
      'select pg_column_size(r.*) as bytes from match_run r where user_id = any($1) order by id',
      [[packed, plain]],
    )
    expect(rows[0]?.bytes).toBeLessThanOrEqual(3_000)
  },
)
