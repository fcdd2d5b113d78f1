import { type MatchRule, matchRules } from '@kabao/contract/supply/plan'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isCapped,
  type MatchPerson,
  type MatchPlan,
  type MatchUse,
  misfitOf,
  misfitOfUse,
  pacedCap,
} from './match.ts'
import type { Moment } from './windows.ts'

/** A plan that takes everybody. */
const open: MatchPlan = {
  status: 'running',
  flow: 'full',
  priceFen: 100,
  priceMaxFen: null,
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
  org: { status: 'enabled', cityCodes: [] },
}
const unknown: MatchPerson = {
  flow: 'full',
  cityCode: null,
  age: null,
  gender: null,
  incomeBand: null,
  creditBand: null,
  house: null,
  car: null,
  socialInsurance: null,
  housingFund: null,
  channelId: null,
  isBlacklisted: false,
  daysSinceSent: null,
}
const noon: Moment = { day: '2026-03-02', weekday: 1, minute: 720 }
const unused: MatchUse = {
  hour: 0,
  day: 0,
  month: 0,
  total: 0,
  spentFen: 0,
  elapsed: 1,
  availableFen: 1_000_000,
}

interface Case {
  plan?: Partial<MatchPlan>
  person?: Partial<MatchPerson>
  now?: Partial<Moment>
  use?: Partial<MatchUse>
}
const misfit = ({ plan, person, now, use }: Case) =>
  misfitOf({ ...open, ...plan }, { ...unknown, ...person }, { ...noon, ...now }, { ...unused, ...use })

/** For each rule a case that it refuses, a similar one that fits, and the figures that it names. */
const cases: Record<MatchRule, { refused: Case; fits: Case; figures: [wanted: unknown, seen: unknown] }> = {
  status: { refused: { plan: { status: 'paused' } }, fits: {}, figures: ['running', 'paused'] },
  dates: {
    refused: { plan: { endsOn: '2026-03-01' } },
    fits: { plan: { startsOn: '2026-03-02', endsOn: '2026-03-02' } },
    figures: [['2026-01-01', '2026-03-01'], '2026-03-02'],
  },
  window: {
    refused: { plan: { windows: [{ weekday: 1, from: '09:00', to: '12:00' }] } },
    fits: { plan: { windows: [{ weekday: 1, from: '12:00', to: '12:01' }] } },
    figures: [[{ weekday: 1, from: '09:00', to: '12:00' }], [1, 720]],
  },
  org: {
    refused: { plan: { org: { status: 'paused', cityCodes: [] } } },
    fits: {},
    figures: ['enabled', 'paused'],
  },
  flow: { refused: { person: { flow: 'half' } }, fits: {}, figures: ['full', 'half'] },
  city: {
    refused: { plan: { cityCodes: ['440300'] }, person: { cityCode: '440106' } },
    fits: { plan: { cityCodes: ['440300'] }, person: { cityCode: '440305' } },
    figures: [['440300'], '440106'],
  },
  birthday: {
    refused: { person: { age: -73 } },
    fits: { person: { age: 0 } },
    figures: [[0, 120], -73],
  },
  age: {
    refused: { plan: { ageFrom: 22, ageTo: 50 }, person: { age: 51 } },
    fits: { plan: { ageFrom: 22, ageTo: 50 }, person: { age: 50 } },
    figures: [[22, 50], 51],
  },
  gender: {
    refused: { plan: { gender: 'male' }, person: { gender: 'female' } },
    fits: { plan: { gender: 'male' }, person: { gender: 'male' } },
    figures: ['male', 'female'],
  },
  income: {
    refused: { plan: { incomeBands: ['above20k'] }, person: { incomeBand: 'below3k' } },
    fits: { plan: { incomeBands: ['above20k', 'below3k'] }, person: { incomeBand: 'below3k' } },
    figures: [['above20k'], 'below3k'],
  },
  credit: {
    refused: { plan: { creditBands: ['above700'] } },
    fits: { plan: { creditBands: ['above700'] }, person: { creditBand: 'above700' } },
    figures: [['above700'], null],
  },
  ...(Object.fromEntries(
    (['house', 'car', 'socialInsurance', 'housingFund'] as const).map((name) => [
      name,
      {
        refused: { plan: { [name]: true } },
        fits: { plan: { [name]: false }, person: { [name]: false } },
        figures: [true, null],
      },
    ]),
  ) as Record<'house' | 'car' | 'socialInsurance' | 'housingFund', never>),
  channel: {
    refused: { plan: { excludedChannelIds: ['7'] }, person: { channelId: '7' } },
    fits: { plan: { excludedChannelIds: ['7'] }, person: { channelId: '8' } },
    figures: [['7'], '7'],
  },
  blacklist: { refused: { person: { isBlacklisted: true } }, fits: {}, figures: [false, true] },
  dedupe: {
    refused: { person: { daysSinceSent: 29 } },
    fits: { person: { daysSinceSent: 30 } },
    figures: [30, 29],
  },
  hourlyCap: {
    refused: { plan: { hourlyCap: 5 }, use: { hour: 5 } },
    fits: { plan: { hourlyCap: 5 }, use: { hour: 4 } },
    figures: [5, 5],
  },
  dailyCap: {
    refused: { plan: { dailyCap: 5 }, use: { day: 5 } },
    fits: { plan: { dailyCap: 5 }, use: { day: 4 } },
    figures: [5, 5],
  },
  monthlyCap: {
    refused: { plan: { monthlyCap: 5 }, use: { month: 6 } },
    fits: { plan: { monthlyCap: 5 }, use: { month: 4 } },
    figures: [5, 6],
  },
  totalCap: {
    refused: { plan: { totalCap: 5 }, use: { total: 5 } },
    fits: { plan: { totalCap: 5 }, use: { total: 4 } },
    figures: [5, 5],
  },
  pace: {
    refused: { plan: { dailyCap: 100, isPaced: true }, use: { day: 25, elapsed: 0.25 } },
    fits: { plan: { dailyCap: 100, isPaced: true }, use: { day: 24, elapsed: 0.25 } },
    figures: [25, 25],
  },
  budget: {
    refused: { plan: { dailyBudgetFen: 250 }, use: { spentFen: 200 } },
    fits: { plan: { dailyBudgetFen: 300 }, use: { spentFen: 200 } },
    figures: [250, 200],
  },
  funds: { refused: { use: { availableFen: 99 } }, fits: { use: { availableFen: 100 } }, figures: [100, 99] },
}

test.each([-73, -1, 121, 226, 2025])('nobody is %i years old, so no plan takes such a person', (age) => {
  expect(misfit({ person: { age } })).toEqual({ rule: 'birthday', wanted: [0, 120], seen: age })
  expect(misfit({ plan: { ageFrom: 18 }, person: { age } })?.rule).toBe('birthday')
  expect(misfit({ person: { age: 120 } })).toBeNull()
})

describe.each(matchRules)('%s', (rule) => {
  const { refused, fits, figures } = cases[rule]
  test('is named with what the plan wants and what was seen', () => {
    expect(misfit(refused)).toEqual({ rule, wanted: figures[0], seen: figures[1] })
  })
  test('lets a person through who fits it', () => {
    expect(misfit(fits)).toBeNull()
  })
  test('comes before every later rule that does not fit either', () => {
    for (const later of matchRules.slice(matchRules.indexOf(rule) + 1)) {
      const both = [cases[later].refused, refused]
      const merged = {
        plan: Object.assign({}, ...both.map(({ plan }) => plan)),
        person: Object.assign({}, ...both.map(({ person }) => person)),
        use: Object.assign({}, ...both.map(({ use }) => use)),
      }
      // Two caps on the same figure, and a pace with its cap, are still refused, by the rule that comes first.
      expect(matchRules.indexOf(misfit(merged)?.rule as MatchRule)).toBeLessThanOrEqual(
        matchRules.indexOf(later),
      )
    }
  })
})

test.each<[cities: string[], taken: string[], refused: string[]]>([
  [
    ['500100'],
    ['500101', '500235', '500200', '500000'],
    ['510100', '511602', '400000', '500999', '999999', '100000'],
  ],
  // From a plan that was stored before Chongqing's counties were of its city.
  [['500200'], ['500101', '500235'], ['510100']],
  [['110100'], ['110000', '110105', '110103'], ['120000', '110999']],
  [['429000'], ['429004', '429021'], ['420000', '420100', '429999']],
  [['659000'], ['659001'], ['650000', '650102']],
  [['460400'], ['460400', '469003'], ['469030']],
  [['810100', '810200', '810300'], ['810000', '810101', '810309'], ['820000']],
  [['810100'], ['810101'], ['810000', '810201']],
  [['340100'], ['341421', '340102'], ['341423', '341400']],
])('the cities %j take %j and nobody of %j', (cityCodes, taken, refused) => {
  const fits = (cityCode: string) => [
    misfit({ plan: { cityCodes }, person: { cityCode } }) === null,
    misfit({ plan: { org: { status: 'enabled', cityCodes } }, person: { cityCode } }) === null,
  ]
  for (const code of taken) expect(fits(code), code).toEqual([true, true])
  for (const code of refused) expect(fits(code), code).toEqual([false, false])
})

test('a city of the plan that the organization does not serve any more takes nobody', () => {
  const org = { status: 'enabled', cityCodes: ['440300'] }
  expect(misfit({ plan: { org, cityCodes: ['440100'] }, person: { cityCode: '440100' } })?.rule).toBe('city')
  expect(misfit({ plan: { org }, person: { cityCode: '440305' } })).toBeNull()
  expect(misfit({ plan: { org } })?.rule).toBe('city')
})

const bands = fc.subarray(['below3k', 'from3kTo5k', 'above20k'])
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of)
const cap = maybe(fc.integer({ min: 1, max: 20 }))
const plans: fc.Arbitrary<MatchPlan> = fc.record({
  status: fc.constantFrom('running', 'running', 'running', 'paused'),
  flow: fc.constantFrom('full', 'full', 'half'),
  priceFen: fc.integer({ min: 0, max: 100 }),
  priceMaxFen: fc.constant(null),
  startsOn: fc.constantFrom('2026-01-01', '2026-03-02', '2026-03-03'),
  endsOn: fc.constantFrom(null, '2026-03-02', '2026-12-31'),
  windows: fc.constantFrom([], [{ weekday: 1, from: '09:00', to: '18:00' }]),
  cityCodes: fc.subarray(['440300', '440100']),
  ageFrom: maybe(fc.integer({ min: 18, max: 40 })),
  ageTo: maybe(fc.integer({ min: 40, max: 60 })),
  gender: fc.constantFrom(null, null, 'male'),
  incomeBands: bands,
  creditBands: fc.constant([]),
  house: maybe(fc.boolean()),
  car: fc.constant(null),
  socialInsurance: fc.constant(null),
  housingFund: fc.constant(null),
  excludedChannelIds: fc.subarray(['1', '2']),
  hourlyCap: cap,
  dailyCap: cap,
  monthlyCap: cap,
  totalCap: cap,
  isPaced: fc.boolean(),
  dailyBudgetFen: maybe(fc.integer({ min: 100, max: 1000 })),
  dedupeDays: fc.integer({ min: 0, max: 60 }),
  org: fc.record({
    status: fc.constantFrom('enabled', 'enabled', 'disabled'),
    cityCodes: fc.subarray(['440300', '440100']),
  }),
})
const people: fc.Arbitrary<MatchPerson> = fc.record({
  flow: fc.constantFrom('full', 'half'),
  cityCode: fc.constantFrom(null, '440300', '440305', '310100'),
  age: maybe(fc.oneof(fc.integer({ min: 16, max: 70 }), fc.constantFrom(-73, 226))),
  gender: fc.constantFrom(null, 'male', 'female'),
  incomeBand: fc.constantFrom(null, 'below3k', 'above20k'),
  creditBand: fc.constant(null),
  house: maybe(fc.boolean()),
  car: fc.constant(null),
  socialInsurance: fc.constant(null),
  housingFund: fc.constant(null),
  channelId: fc.constantFrom(null, '1', '2', '3'),
  isBlacklisted: fc.boolean(),
  daysSinceSent: maybe(fc.integer({ min: 0, max: 90 })),
})
const moments: fc.Arbitrary<Moment> = fc.record({
  day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
  weekday: fc.integer({ min: 1, max: 7 }),
  minute: fc.nat(1439),
})
const uses: fc.Arbitrary<MatchUse> = fc.record({
  hour: fc.nat(25),
  day: fc.nat(25),
  month: fc.nat(25),
  total: fc.nat(25),
  spentFen: fc.nat(1200),
  elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
  availableFen: fc.nat(200),
})

/** What makes a rule fit, whatever it saw. */
const relaxed: Record<MatchRule, Case> = {
  status: { plan: { status: 'running' } },
  dates: { plan: { startsOn: '1900-01-01', endsOn: null } },
  window: { plan: { windows: [] } },
  org: { plan: { org: { status: 'enabled', cityCodes: [] } } },
  flow: { plan: { flow: 'full' }, person: { flow: 'full' } },
  city: { plan: { cityCodes: [], org: { status: 'enabled', cityCodes: [] } } },
  birthday: { person: { age: null } },
  age: { plan: { ageFrom: null, ageTo: null } },
  gender: { plan: { gender: null } },
  income: { plan: { incomeBands: [] } },
  credit: { plan: { creditBands: [] } },
  house: { plan: { house: null } },
  car: { plan: { car: null } },
  socialInsurance: { plan: { socialInsurance: null } },
  housingFund: { plan: { housingFund: null } },
  channel: { plan: { excludedChannelIds: [] } },
  blacklist: { person: { isBlacklisted: false } },
  dedupe: { person: { daysSinceSent: null } },
  hourlyCap: { plan: { hourlyCap: null } },
  dailyCap: { plan: { dailyCap: null } },
  monthlyCap: { plan: { monthlyCap: null } },
  totalCap: { plan: { totalCap: null } },
  pace: { plan: { isPaced: false } },
  budget: { plan: { dailyBudgetFen: null } },
  funds: { use: { availableFen: 1_000 } },
}

test('relaxing the rule that did not fit leads to a later rule or to a fit, and so each rule once at most', () => {
  fc.assert(
    fc.property(plans, people, moments, uses, (plan, person, now, use) => {
      let is = { plan, person, use }
      let last = -1
      for (let round = 0; round <= matchRules.length; round++) {
        const found = misfitOf(is.plan, is.person, now, is.use)
        if (!found) return
        const place = matchRules.indexOf(found.rule)
        expect(place).toBeGreaterThan(last)
        last = place
        const free = relaxed[found.rule]
        is = {
          plan: { ...is.plan, ...free.plan },
          person: { ...is.person, ...free.person },
          use: { ...is.use, ...free.use },
        }
      }
      throw new Error('it never fits')
    }),
    { numRuns: 1_000 },
  )
})

test('the same input has the same answer and stays as it is; less use never keeps a person out', () => {
  const deepFreeze = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
    return value
  }
  fc.assert(
    fc.property(plans, people, moments, uses, (plan, person, now, use) => {
      const asked = [plan, person, now, use].map(deepFreeze) as Parameters<typeof misfitOf>
      const answer = misfitOf(...asked)
      expect(misfitOf(...asked)).toEqual(answer)
      const less = { ...unused, elapsed: use.elapsed, availableFen: use.availableFen }
      if (answer === null && (plan.dailyBudgetFen === null || plan.priceFen <= plan.dailyBudgetFen))
        expect(misfitOf(plan, person, now, less)).toBeNull()
    }),
    { numRuns: 1_000 },
  )
})

test('who fits but for the use of a plan is kept out by what the use alone says; without caps only the balance counts', () => {
  const rules = new Set<string | undefined>()
  fc.assert(
    fc.property(plans, moments, uses, fc.boolean(), (terms, now, use, isFree) => {
      const { hourlyCap, dailyCap, monthlyCap, totalCap, isPaced, dailyBudgetFen, priceFen } = terms
      const caps = isFree
        ? { isPaced }
        : { hourlyCap, dailyCap, monthlyCap, totalCap, isPaced, dailyBudgetFen }
      const plan = { ...open, startsOn: '2026-01-01', priceFen, ...caps }
      const misfit = misfitOfUse(plan, use)
      expect(misfit).toEqual(misfitOf(plan, unknown, now, use))
      rules.add(misfit?.rule)
      if (!isCapped(plan))
        expect(misfitOfUse(plan, { ...unused, elapsed: 1, availableFen: use.availableFen })).toEqual(misfit)
    }),
    { numRuns: 1_000 },
  )
  for (const rule of [
    'hourlyCap',
    'dailyCap',
    'monthlyCap',
    'totalCap',
    'pace',
    'budget',
    'funds',
    undefined,
  ])
    expect(rules).toContain(rule)
})

test('even pacing lets in one at least and the cap at most, and never less than a minute before', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), share, share, (most, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)]
      expect(pacedCap(most, early)).toBeGreaterThanOrEqual(1)
      expect(pacedCap(most, late)).toBeGreaterThanOrEqual(pacedCap(most, early))
      expect(pacedCap(most, 1)).toBe(most)
    }),
  )
})
