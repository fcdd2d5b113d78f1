import fc from 'fast-check'
import type { WhyNot } from '#engine/match-run'
import type { RunningPlan } from '#engine/plans/running'
import { type MatchUse, type Moment, misfitOf } from '#supply'
import type { RunFacts } from '#users'

/** A running plan that takes everybody. */
export const openPlan: RunningPlan = {
  id: '1',
  orgId: '1',
  status: 'running',
  flow: 'full',
  priceFen: 100,
  priceMinFen: null,
  priceMaxFen: null,
  priority: 0,
  startsOn: '2026-01-01',
  endsOn: null,
  windows: [],
  cityCodes: [],
  ageFrom: null,
  ageTo: null,
  gender: null,
  incomeBands: [],
  creditBands: [],
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  excludedChannelIds: [],
  hourlyCap: null,
  dailyCap: null,
  monthlyCap: null,
  totalCap: null,
  isPaced: false,
  dailyBudgetFen: null,
  dedupeDays: 30,
  waitsWhenFull: false,
  isConnected: true,
  limits: [],
  org: { status: 'enabled', cityCodes: [] },
}

/** A person of whom everything is known, at noon of a Monday. */
export const knownPerson: RunFacts = {
  day: '2026-03-02',
  weekday: 1,
  minute: 720,
  flow: 'full',
  cityCode: '310101',
  age: 33,
  gender: 'female',
  incomeBand: '5k-8k',
  creditBand: 'good',
  house: true,
  car: false,
  socialInsurance: true,
  housingFund: false,
  channelId: '7',
  isBlacklisted: false,
  sent: {},
}

const free = { hour: 0, day: 0, month: 0, total: 0, spentFen: 0, elapsed: 1 }

/**
 * The reasons of a run in the order in which `fittingPlans` finds them: first without the use of any plan, then with it.
 * @param useOf what is used of a plan
 */
export function reasonsOf(
  plans: readonly RunningPlan[],
  { sent, ...facts }: RunFacts,
  useOf: (plan: RunningPlan) => MatchUse,
): Map<RunningPlan, WhyNot> {
  const { day, weekday, minute, ...person } = facts
  const moment: Moment = { day, weekday, minute }
  const whyNot = new Map<RunningPlan, WhyNot>()
  const keep = (among: readonly RunningPlan[], use: (plan: RunningPlan) => MatchUse) =>
    among.filter((plan) => {
      const asked = { ...person, daysSinceSent: sent[plan.orgId] ?? null }
      const misfit: WhyNot | null = plan.isConnected
        ? misfitOf(plan, asked, moment, use(plan))
        : { rule: 'connection', wanted: true, seen: false }
      if (misfit) whyNot.set(plan, misfit)
      return misfit === null
    })
  keep(
    keep(plans, () => ({ ...free, availableFen: Number.POSITIVE_INFINITY })),
    useOf,
  )
  return whyNot
}

/** Mostly no condition, so that every rule has its turn. */
const rarely = <T>(value: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value })
const some = (...values: string[]) => rarely(fc.subarray(values, { minLength: 1 }), [])
const orNull = <T>(value: fc.Arbitrary<T>) => rarely<T | null>(value, null)
const cap = orNull(fc.integer({ min: 0, max: 5 }))
const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03')

const planArbitrary = fc.record({
  orgId: fc.integer({ min: 1, max: 6 }).map(String),
  flow: rarely(fc.constantFrom('half', 'full'), 'full'),
  status: rarely(fc.constant('exhausted'), 'running'),
  priceFen: fc.integer({ min: 0, max: 9_000 }),
  priceMaxFen: orNull(fc.integer({ min: 9_000, max: 20_000 })),
  startsOn: rarely(day, '2026-01-01'),
  endsOn: orNull(day),
  windows: rarely(
    fc.array(
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        from: fc.constant('09:00'),
        to: fc.constant('18:00'),
      }),
    ),
    [],
  ),
  cityCodes: some('310000', '440300', '110000'),
  ageFrom: orNull(fc.integer({ min: 18, max: 60 })),
  ageTo: orNull(fc.integer({ min: 18, max: 60 })),
  gender: orNull(fc.constantFrom('male', 'female')),
  incomeBands: some('0-3k', '5k-8k'),
  creditBands: some('good', 'poor'),
  house: orNull(fc.boolean()),
  car: orNull(fc.boolean()),
  socialInsurance: orNull(fc.boolean()),
  housingFund: orNull(fc.boolean()),
  excludedChannelIds: some('7', '8'),
  hourlyCap: cap,
  dailyCap: cap,
  monthlyCap: cap,
  totalCap: cap,
  isPaced: fc.boolean(),
  dailyBudgetFen: orNull(fc.integer({ min: 0, max: 30_000 })),
  dedupeDays: fc.integer({ min: 1, max: 40 }),
  isConnected: rarely(fc.constant(false), true),
  org: fc.record({ status: rarely(fc.constant('paused'), 'enabled'), cityCodes: some('310000', '440000') }),
})

/** The running plans of a flow, in the order of their ids. */
export const plansArbitrary: fc.Arbitrary<RunningPlan[]> = fc
  .array(planArbitrary, { minLength: 1, maxLength: 40 })
  .map((plans) => plans.map((plan, index) => ({ ...openPlan, ...plan, id: String(1_000 + 3 * index) })))

export const factsArbitrary: fc.Arbitrary<RunFacts> = fc.record({
  day,
  weekday: fc.integer({ min: 1, max: 7 }),
  minute: fc.integer({ min: 0, max: 1_439 }),
  flow: fc.constant('full'),
  cityCode: fc.constantFrom(null, '310101', '440305', '110105'),
  age: fc.option(fc.integer({ min: -2, max: 130 })),
  gender: fc.constantFrom(null, 'male', 'female'),
  incomeBand: fc.constantFrom(null, '0-3k', '5k-8k'),
  creditBand: fc.constantFrom(null, 'good', 'poor'),
  house: fc.option(fc.boolean()),
  car: fc.option(fc.boolean()),
  socialInsurance: fc.option(fc.boolean()),
  housingFund: fc.option(fc.boolean()),
  channelId: fc.constantFrom(null, '7', '9'),
  isBlacklisted: rarely(fc.constant(true), false),
  sent: fc.dictionary(fc.integer({ min: 1, max: 6 }).map(String), fc.integer({ min: 0, max: 60 })),
})

const used = fc.integer({ min: 0, max: 7 })
export const useArbitrary: fc.Arbitrary<MatchUse> = fc.record({
  hour: used,
  day: used,
  month: used,
  total: used,
  spentFen: fc.integer({ min: 0, max: 40_000 }),
  elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
  availableFen: fc.integer({ min: -20_000, max: 40_000 }),
})

/** A reason that a run finds out while it tries the plans that fit, or that another version of the rules gives. */
export const lateReasonArbitrary: fc.Arbitrary<WhyNot> = fc.oneof(
  fc.record({
    rule: fc.constantFrom('breaker', 'pause'),
    wanted: fc.constant(null),
    seen: fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  }),
  fc.record({ rule: fc.constantFrom('offers', 'time'), wanted: used, seen: used }),
  fc.record({
    rule: fc.constant('sameOrg'),
    wanted: fc.constant(null),
    seen: fc.bigInt(1n, 2n ** 62n).map(String),
  }),
  fc.record({
    rule: fc.constant('dedupe'),
    wanted: fc.integer({ min: 1, max: 40 }),
    seen: fc.constant(null),
  }),
  fc.record({
    rule: fc.constant('funds'),
    wanted: fc.integer({ min: 0, max: 9_000 }),
    seen: fc.constant(null),
  }),
  fc.record({
    rule: fc.constantFrom('status', 'age', 'hourlyCap', 'budget', 'pace', 'pause', 'offers'),
    wanted: fc.jsonValue({ maxDepth: 1 }),
    seen: fc.jsonValue({ maxDepth: 1 }),
  }),
)
