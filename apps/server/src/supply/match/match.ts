import type { MatchRule } from '@kabao/contract/supply/plan'
import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import { isWithinAny } from '@kabao/region'
import { isInWindows, type Moment } from './windows.ts'

/** What the match knows of a plan and its organization. An empty list or a null sets no condition. */
export interface MatchPlan {
  status: string
  flow: string
  priceFen: number
  /** The highest price that a reply may give; null: such a price is not taken. */
  priceMaxFen: number | null
  /** Business days, `yyyy-mm-dd`. */
  startsOn: string
  endsOn: string | null
  windows: readonly PlanWindow[]
  cityCodes: readonly string[]
  ageFrom: number | null
  ageTo: number | null
  gender: string | null
  incomeBands: readonly string[]
  creditBands: readonly string[]
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  excludedChannelIds: readonly string[]
  hourlyCap: number | null
  dailyCap: number | null
  monthlyCap: number | null
  totalCap: number | null
  isPaced: boolean
  dailyBudgetFen: number | null
  dedupeDays: number
  org: { status: string; cityCodes: readonly string[] }
}

/** What the match knows of a person. Null: not known. */
export interface MatchPerson {
  flow: string
  /** A region by its six-digit code. */
  cityCode: string | null
  /** In whole years on the day of the match. */
  age: number | null
  gender: string | null
  incomeBand: string | null
  creditBand: string | null
  house: boolean | null
  car: boolean | null
  socialInsurance: boolean | null
  housingFund: boolean | null
  channelId: string | null
  isBlacklisted: boolean
  /** Days since the person last went to the organization; 0 also while on the way to it; null: never. */
  daysSinceSent: number | null
}

/** What a plan has used of its caps and its budget, and what its organization can pay. */
export interface MatchUse {
  hour: number
  day: number
  month: number
  total: number
  /** Of today's budget. */
  spentFen: number
  /** The elapsed share of the day's windows, from 0 to 1. */
  elapsed: number
  /** The available balance of the organization. */
  availableFen: number
}

/** The first rule that did not fit, and the figures it saw. */
export interface Misfit {
  rule: MatchRule
  /** What the plan wants, or how much is allowed. */
  wanted: unknown
  /** What the person or the plan has. */
  seen: unknown
}

/** How much of the cap of a day even pacing allows at this share of the day's windows; the first person may always come. */
export const pacedCap = (cap: number, elapsed: number): number => Math.max(1, Math.ceil(cap * elapsed))

/** The highest amount that a person can cost, in fen; it is held before the organization is asked. */
export const highestFen = ({ priceFen, priceMaxFen }: Pick<MatchPlan, 'priceFen' | 'priceMaxFen'>): number =>
  priceMaxFen ?? priceFen

/**
 * The match: why a person does not go to a plan at a moment, or null if the person does. It reads nothing and has no clock, so
 * that the engine, the simulator and a later question “why not” get the same answer. Caps, balance and dedupe are decided by the
 * database when somebody is really sent; here they are figures that were read before.
 */
export const misfitOf = (plan: MatchPlan, person: MatchPerson, now: Moment, use: MatchUse): Misfit | null =>
  firstOf(checks, (check) => check(plan, person, now, use))

/** The first rule that does not fit. */
function firstOf<C>(
  rules: readonly (readonly [MatchRule, C])[],
  figuresBy: (check: C) => Figures | null,
): Misfit | null {
  for (const [rule, check] of rules) {
    const misfit = figuresBy(check)
    if (misfit) return { rule, ...misfit }
  }
  return null
}

type Figures = Omit<Misfit, 'rule'>
type Check = (plan: MatchPlan, person: MatchPerson, now: Moment, use: MatchUse) => Figures | null

const unless = (fits: boolean, wanted: unknown, seen: unknown) => (fits ? null : { wanted, seen })
/** A list of accepted values; a person whose value is not known does not fit one. */
const among = (wanted: readonly string[], seen: string | null) =>
  unless(wanted.length === 0 || (seen !== null && wanted.includes(seen)), wanted, seen)
const same = (wanted: unknown, seen: unknown) => unless(wanted === null || wanted === seen, wanted, seen)
const below = (cap: number | null, used: number) => unless(cap === null || used < cap, cap, used)

/** Nobody is older. Older rows have days of birth that give other ages, also such that are still to come. */
const oldestAge = 120

/** Whether a person is from one of these cities, by the tree of regions. */
const isFrom = (cities: readonly string[], seen: string | null) =>
  cities.length === 0 || (seen !== null && isWithinAny(seen, cities))

/** The rules that are the same for all people; they are tried first. */
const checksForAll: readonly (readonly [MatchRule, (plan: MatchPlan, now: Moment) => Figures | null])[] = [
  ['status', ({ status }) => unless(status === 'running', 'running', status)],
  [
    'dates',
    ({ startsOn, endsOn }, { day }) =>
      unless(startsOn <= day && (endsOn === null || day <= endsOn), [startsOn, endsOn], day),
  ],
  ['window', ({ windows }, now) => unless(isInWindows(windows, now), windows, [now.weekday, now.minute])],
  ['org', ({ org }) => unless(org.status === 'enabled', 'enabled', org.status)],
]

/** Why a plan takes nobody at a moment, as `misfitOf` says it; null: that depends on the person and on its use. */
export const misfitForAll = (plan: MatchPlan, now: Moment): Misfit | null =>
  firstOf(checksForAll, (check) => check(plan, now))

/** The rules about the person, in the order in which they are tried. */
const checksOfPerson: readonly (readonly [
  MatchRule,
  (plan: MatchPlan, person: MatchPerson) => Figures | null,
])[] = [
  ['flow', ({ flow }, person) => same(flow, person.flow)],
  [
    'city',
    ({ cityCodes, org }, { cityCode }) =>
      unless(
        isFrom(cityCodes, cityCode) && isFrom(org.cityCodes, cityCode),
        cityCodes.length > 0 ? cityCodes : org.cityCodes,
        cityCode,
      ),
  ],
  [
    'birthday',
    (_plan, { age }) => unless(age === null || (0 <= age && age <= oldestAge), [0, oldestAge], age),
  ],
  [
    'age',
    ({ ageFrom, ageTo }, { age }) =>
      unless(
        (ageFrom === null && ageTo === null) ||
          (age !== null && (ageFrom ?? age) <= age && age <= (ageTo ?? age)),
        [ageFrom, ageTo],
        age,
      ),
  ],
  ['gender', ({ gender }, person) => same(gender, person.gender)],
  ['income', ({ incomeBands }, { incomeBand }) => among(incomeBands, incomeBand)],
  ['credit', ({ creditBands }, { creditBand }) => among(creditBands, creditBand)],
  ['house', ({ house }, person) => same(house, person.house)],
  ['car', ({ car }, person) => same(car, person.car)],
  ['socialInsurance', ({ socialInsurance }, person) => same(socialInsurance, person.socialInsurance)],
  ['housingFund', ({ housingFund }, person) => same(housingFund, person.housingFund)],
  [
    'channel',
    ({ excludedChannelIds }, { channelId }) =>
      unless(channelId === null || !excludedChannelIds.includes(channelId), excludedChannelIds, channelId),
  ],
  ['blacklist', (_plan, { isBlacklisted }) => unless(!isBlacklisted, false, isBlacklisted)],
  [
    'dedupe',
    ({ dedupeDays }, { daysSinceSent }) =>
      unless(daysSinceSent === null || daysSinceSent >= dedupeDays, dedupeDays, daysSinceSent),
  ],
]

/** Why a plan that takes people at a moment does not take this person, whatever its use, as `misfitOf` says it. */
export const misfitOfPerson = (plan: MatchPlan, person: MatchPerson): Misfit | null =>
  firstOf(checksOfPerson, (check) => check(plan, person))

/** What `misfitOfPerson` looks at of a plan, as a text: plans with the same one take the same people. */
export const personTermsOf = (plan: MatchPlan): string =>
  JSON.stringify([
    ...[
      plan.flow,
      plan.cityCodes,
      plan.org.cityCodes,
      plan.ageFrom,
      plan.ageTo,
      plan.gender,
      plan.incomeBands,
    ],
    ...[plan.creditBands, plan.house, plan.car, plan.socialInsurance, plan.housingFund],
    ...[plan.excludedChannelIds, plan.dedupeDays],
  ])

/** The rules about what a plan has used and what its organization can pay; they are tried last. */
const checksOfUse: readonly (readonly [MatchRule, (plan: MatchPlan, use: MatchUse) => Figures | null])[] = [
  ['hourlyCap', ({ hourlyCap }, { hour }) => below(hourlyCap, hour)],
  ['dailyCap', ({ dailyCap }, { day }) => below(dailyCap, day)],
  ['monthlyCap', ({ monthlyCap }, { month }) => below(monthlyCap, month)],
  ['totalCap', ({ totalCap }, { total }) => below(totalCap, total)],
  [
    'pace',
    ({ isPaced, dailyCap }, { day, elapsed }) =>
      isPaced && dailyCap !== null ? below(pacedCap(dailyCap, elapsed), day) : null,
  ],
  [
    'budget',
    (plan, { spentFen }) => {
      const { dailyBudgetFen } = plan
      return unless(
        dailyBudgetFen === null || spentFen + highestFen(plan) <= dailyBudgetFen,
        dailyBudgetFen,
        spentFen,
      )
    },
  ],
  [
    'funds',
    (plan, { availableFen }) => unless(availableFen >= highestFen(plan), highestFen(plan), availableFen),
  ],
]

/** Whether the use of a plan matters: without caps and a budget only the balance of its organization does. */
export const isCapped = ({ hourlyCap, dailyCap, monthlyCap, totalCap, dailyBudgetFen }: MatchPlan): boolean =>
  [hourlyCap, dailyCap, monthlyCap, totalCap, dailyBudgetFen].some((limit) => limit !== null)

const rulesOfUse: ReadonlySet<MatchRule> = new Set(checksOfUse.map(([rule]) => rule))

/** Whether a rule is about what a plan has used and what its organization can pay. Who does not fit it fits all others. */
export const isOfUse = (rule: MatchRule): boolean => rulesOfUse.has(rule)

/** Why a plan that fits the person takes nobody by its use, as `misfitOf` says it. */
export const misfitOfUse = (plan: MatchPlan, use: MatchUse): Misfit | null =>
  firstOf(checksOfUse, (check) => check(plan, use))

/** Every rule, in the order in which they are tried: first what is the same for all people, then the person, then the use. */
const checks: readonly (readonly [MatchRule, Check])[] = [
  ...checksForAll.map(([rule, check]): [MatchRule, Check] => [rule, (plan, _, now) => check(plan, now)]),
  ...checksOfPerson.map(([rule, check]): [MatchRule, Check] => [rule, (plan, person) => check(plan, person)]),
  ...checksOfUse.map(([rule, check]): [MatchRule, Check] => [rule, (plan, _, __, use) => check(plan, use)]),
]
