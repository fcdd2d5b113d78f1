import type { PlanWindow } from '@kabao/contract/supply/plan-terms'
import type { NumberedRule } from '@kabao/contract/supply/rule-numbers'

/** A plan as a snapshot keeps it: its terms that the rules of the match and their answers look at. */
export interface SnapshotPlan {
  id: string
  orgId: string
  status: string
  flow: string
  priceFen: number
  priceMaxFen: number | null
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
  isConnected: boolean
  org: { status: string; cityCodes: readonly string[] }
}

/** What a run knows of the moment and of the person; nothing that names the person. */
export interface RunFacts {
  /** The business day, `yyyy-mm-dd`. */
  day: string
  /** From Monday (1), and minutes since midnight, by the business clock. */
  weekday: number
  minute: number
  flow: string
  cityCode: string | null
  /** In whole years. */
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
  /** Days since the person last went to each organization, by its id. */
  sent: Readonly<Record<string, number>>
}

/** What a plan wanted, and what the match saw. */
export type Figures = readonly [wanted: unknown, seen: unknown]

interface Source {
  /** The facts that the figures are made of. */
  facts: readonly (keyof RunFacts)[]
  of: (plan: SnapshotPlan, facts: Partial<RunFacts>) => Figures
}

/** A term of the plan, and a fact. */
const both = (term: keyof SnapshotPlan, fact: keyof RunFacts): Source => ({
  facts: [fact],
  of: (plan, facts) => [plan[term], facts[fact]],
})
/** A cap counts up to its end. */
const full = (cap: keyof SnapshotPlan): Source => ({ facts: [], of: (plan) => [plan[cap], plan[cap]] })
const always = (wanted: unknown, seen: unknown): Source => ({ facts: [], of: () => [wanted, seen] })

/**
 * The figures of a misfit that a stored run does not have, because its snapshot and its facts say them. This is the form of rows that are
 * stored: whatever the rules become, it stays. A misfit with other figures is stored with its own.
 */
const sources: Readonly<Record<NumberedRule, Source>> = {
  status: { facts: [], of: ({ status }) => ['running', status] },
  dates: { facts: ['day'], of: ({ startsOn, endsOn }, { day }) => [[startsOn, endsOn], day] },
  window: {
    facts: ['weekday', 'minute'],
    of: ({ windows }, { weekday, minute }) => [windows, [weekday, minute]],
  },
  org: { facts: [], of: ({ org }) => ['enabled', org.status] },
  flow: both('flow', 'flow'),
  city: {
    facts: ['cityCode'],
    of: ({ cityCodes, org }, { cityCode }) => [cityCodes.length > 0 ? cityCodes : org.cityCodes, cityCode],
  },
  birthday: { facts: ['age'], of: (_, { age }) => [[0, 120], age] },
  age: { facts: ['age'], of: ({ ageFrom, ageTo }, { age }) => [[ageFrom, ageTo], age] },
  gender: both('gender', 'gender'),
  income: both('incomeBands', 'incomeBand'),
  credit: both('creditBands', 'creditBand'),
  house: both('house', 'house'),
  car: both('car', 'car'),
  socialInsurance: both('socialInsurance', 'socialInsurance'),
  housingFund: both('housingFund', 'housingFund'),
  channel: both('excludedChannelIds', 'channelId'),
  blacklist: { facts: ['isBlacklisted'], of: (_, { isBlacklisted }) => [false, isBlacklisted] },
  dedupe: {
    facts: ['sent'],
    of: ({ dedupeDays, orgId }, { sent }) => [dedupeDays, sent?.[orgId] ?? null],
  },
  hourlyCap: full('hourlyCap'),
  dailyCap: full('dailyCap'),
  monthlyCap: full('monthlyCap'),
  totalCap: full('totalCap'),
  pace: always(null, null),
  budget: full('dailyBudgetFen'),
  funds: { facts: [], of: ({ priceFen, priceMaxFen }) => [priceMaxFen ?? priceFen, null] },
  connection: always(true, false),
  breaker: always(null, null),
  pause: always(null, null),
  sameOrg: always(null, null),
  offers: always(null, null),
  time: always(null, null),
}

/** What snapshot and facts say of a misfit; a fact that is missing is null. */
export function figuresOf(rule: NumberedRule, plan: SnapshotPlan, facts: Partial<RunFacts>): Figures {
  const [wanted, seen] = sources[rule].of(plan, facts)
  return [wanted, seen ?? null]
}

/** The facts that the figures of a rule are made of. */
export const factsOf = (rule: NumberedRule): readonly (keyof RunFacts)[] => sources[rule].facts

/** Whether the figures of a rule that a run saw are instants (ISO 8601). */
export const seesInstant = (rule: NumberedRule): boolean => rule === 'breaker' || rule === 'pause'

/** The terms of a plan that a snapshot keeps, always in the same order. */
export const termsOf = (plan: SnapshotPlan): SnapshotPlan => ({
  id: plan.id,
  orgId: plan.orgId,
  status: plan.status,
  flow: plan.flow,
  priceFen: plan.priceFen,
  priceMaxFen: plan.priceMaxFen,
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
  windows: plan.windows,
  cityCodes: plan.cityCodes,
  ageFrom: plan.ageFrom,
  ageTo: plan.ageTo,
  gender: plan.gender,
  incomeBands: plan.incomeBands,
  creditBands: plan.creditBands,
  house: plan.house,
  car: plan.car,
  socialInsurance: plan.socialInsurance,
  housingFund: plan.housingFund,
  excludedChannelIds: plan.excludedChannelIds,
  hourlyCap: plan.hourlyCap,
  dailyCap: plan.dailyCap,
  monthlyCap: plan.monthlyCap,
  totalCap: plan.totalCap,
  isPaced: plan.isPaced,
  dailyBudgetFen: plan.dailyBudgetFen,
  dedupeDays: plan.dedupeDays,
  isConnected: plan.isConnected,
  org: { status: plan.org.status, cityCodes: plan.org.cityCodes },
})
