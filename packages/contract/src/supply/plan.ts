import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { choicesOf } from '../kernel/choice.ts'
import { changeFields, crud, plainSummaries } from '../kernel/crud.ts'
import { exportBody } from '../kernel/export-body.ts'
import { area, id, instant, pageBody, text, version } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { type StateOf, statesOf } from '../kernel/machine.ts'
import { actsOf, countsOf } from '../kernel/machine-calls.ts'
import { fen, whole } from '../kernel/money.ts'
import { regionCode } from '../kernel/region-code.ts'
import { jointFlows, plainFlows } from '../kernel/twin-lists.ts'
import { creditBands, flows, genders, incomeBands } from '../users/user.ts'
import { channelCapEndpoints } from './cap-limit.ts'
import { orgStatuses } from './org-machine.ts'
import { planMachine, planUvMachine } from './plan-machine.ts'
import { planTerms, planWindow, unfitTerms } from './plan-terms.ts'
import { rankedPlan } from './plan-worth.ts'

export const planStatuses = statesOf(planMachine)
export type PlanStatus = StateOf<typeof planMachine>
type Flow = (typeof flows)[number]

/**
 * The rules of the match, in the order in which they are tried: the first that does not fit is the reason why a person was not
 * sent to a plan.
 */
export const matchRules = [
  'status',
  'dates',
  'window',
  'org',
  'flow',
  'city',
  'birthday',
  'age',
  'gender',
  'income',
  'credit',
  'house',
  'car',
  'socialInsurance',
  'housingFund',
  'channel',
  'blacklist',
  'dedupe',
  'hourlyCap',
  'dailyCap',
  'monthlyCap',
  'totalCap',
  'pace',
  'budget',
  'funds',
] as const
export type MatchRule = (typeof matchRules)[number]

/**
 * Why a person was not sent to a plan: a rule of the match, no connection to the organization, an organization that cannot be reached
 * (`breaker`) or asked not to be called for a while (`pause`), another plan of the same organization that was asked (`sameOrg`), a
 * search that was over because enough organizations were asked (`offers`) or for as long as it may take (`time`), or a plan that is worth
 * more (`outranked`).
 */
export const whyNotRules = [
  ...matchRules,
  ...(['connection', 'breaker', 'pause', 'sameOrg', 'offers', 'time', 'outranked'] as const),
] as const
export type WhyNotRule = (typeof whyNotRules)[number]

/** How many users a simulation takes: the newest. */
export const mostSimulated = 10_000
/** How many people the reach of a plan looks at, of those who came in so many days, and how many it is at most compared for. */
export const mostReached = 1_000
export const reachDays = 7
/** How many cities and how many channels the result of a simulation names: those with the most users. */
export const mostGroups = 50

const has = z.boolean().nullable()
const row = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  /** Only an enabled organization receives people. */
  orgStatus: z.enum(orgStatuses),
  name: z.string(),
  flow: z.enum(flows),
  priceFen: z.int(),
  priceMinFen: z.int().nullable(),
  priceMaxFen: z.int().nullable(),
  /** Empty: every city of the organization. */
  cityCodes: z.array(z.string()),
  ageFrom: z.int().nullable(),
  ageTo: z.int().nullable(),
  gender: z.enum(genders).nullable(),
  incomeBands: z.array(z.enum(incomeBands)),
  creditBands: z.array(z.enum(creditBands)),
  house: has,
  car: has,
  socialInsurance: has,
  housingFund: has,
  hourlyCap: z.int().nullable(),
  dailyCap: z.int().nullable(),
  monthlyCap: z.int().nullable(),
  totalCap: z.int().nullable(),
  isPaced: z.boolean(),
  waitsWhenFull: z.boolean(),
  dailyBudgetFen: z.int().nullable(),
  dedupeDays: z.int(),
  returnDays: z.int(),
  returnReasons: z.array(z.string()),
  isReturnReviewed: z.boolean(),
  priority: z.int(),
  /** The first business day. */
  startsOn: businessDate,
  /** The last business day; null: no end. */
  endsOn: businessDate.nullable(),
  status: z.enum(planStatuses),
  remark: z.string(),
  /** How many records refer to it, counted up to 1,000 of each kind; it can be deleted only if there are none. */
  references: z.int(),
  ...changeFields,
})
row.register(z.globalRegistry, { id: 'Plan' })

const detail = row.extend({
  /** In the order of the week, with gaps between them; empty: at any time. */
  windows: z.array(planWindow),
  excludedChannels: z.array(z.object({ id, name: z.string() })),
})
detail.register(z.globalRegistry, { id: 'PlanDetail' })

/** Another plan of the same organization and flow that would receive some of the same people at the same time. */
const overlap = z.object({
  id,
  name: z.string(),
  status: z.enum(planStatuses),
  priceFen: z.int(),
  priority: z.int(),
  /** The number of cities that both have; null: every city of the organization. */
  cities: z.int().nullable(),
  /** The minutes of a week in which both are open; 10,080 is the whole week. */
  minutes: z.int(),
  /** The first and the last business day on which both run; null: no end. */
  from: businessDate,
  to: businessDate.nullable(),
})
overlap.register(z.globalRegistry, { id: 'PlanOverlap' })

/** A plan's figures of the current business day. */
const today = z.object({
  day: businessDate,
  from: instant,
  to: instant,
  pushed: z.int(),
  accepted: z.int(),
  /** Rejected, or known to the organization already. */
  rejected: z.int(),
  /** Still under way. */
  pending: z.int(),
  failed: z.int(),
  /** People who wait until it can take them, counted up to 1,000. */
  waiting: z.int(),
  /** What counts towards the cap: pushed, and neither rejected nor failed. */
  used: z.int(),
  dailyCap: z.int().nullable(),
  /** The price of what is accepted or under way. */
  spentFen: z.int(),
  dailyBudgetFen: z.int().nullable(),
  /** How much of the cap even pacing allows by now; null without a cap. */
  expected: z.int().nullable(),
  isPaced: z.boolean(),
  /** Whether now is within its dates and windows. */
  isOpen: z.boolean(),
  /** When it opens next; null if it is open, or never will. */
  opensAt: instant.nullable(),
})
today.register(z.globalRegistry, { id: 'PlanToday' })

/** How many runs of the match did not fit a plan, by the first rule that did not fit. */
const whyNot = z.object({
  day: businessDate,
  /** Those of today most frequent first; `week` is the last seven days, with today. */
  rules: z.array(z.object({ rule: z.enum(whyNotRules), today: z.int(), week: z.int() })),
})
whyNot.register(z.globalRegistry, { id: 'PlanWhyNot' })
/** A person who did not fit at a rule; masked, and null once the user's data was deleted. */
const whyNotExample = z.object({
  runId: id,
  at: instant,
  userId: id,
  phone: z.string().nullable(),
  name: z.string().nullable(),
  /** What the plan was worth, and the plan that went before it; null if another rule kept the person away. */
  outranked: z
    .object({ ...rankedPlan.pick({ priceFen: true, rateBp: true }).shape, by: rankedPlan })
    .nullable(),
})
whyNotExample.register(z.globalRegistry, { id: 'PlanWhyNotExample' })

/** What bounds how many people a plan receives on a day. */
const reachLimits = ['hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap', 'budget', 'funds'] as const
/**
 * How many of the people of the last days fit terms, and where these stand among the running plans: what is typed is compared as the engine
 * would, with people as they came. What plans have used up, and pushes of before, are left out.
 */
const reach = z.object({
  /** How many people were looked at: of the newest evenly many, see `mostReached`. */
  users: z.int(),
  /** When the first of them came; null: nobody did. */
  from: instant.nullable(),
  /** How many people of the flow came a day. */
  usersADay: z.number(),
  /** How many of them fit, without balance and caps. */
  fits: z.int(),
  fitsADay: z.number(),
  /** The first rules that most of the others do not fit. */
  rules: z.array(z.object({ rule: z.enum(matchRules), count: z.int() })),
  /** What one person is worth: the price, times the share of people that it accepts, in basis points. */
  priceFen: z.int(),
  rateBp: z.int(),
  /** Whether the rate is the plan's own; if not, it has too few answers, and this is that of its flow. */
  isOwnRate: z.boolean(),
  /** Whether the priority of plans of this flow goes before what they are worth. */
  isPriorityFirst: z.boolean(),
  /** Its place among the running plans of the flow, and how many they are with it. */
  place: z.int(),
  plans: z.int(),
  /** How many of those who fit were compared with the plans before it, and how many of them would be offered to it first. */
  compared: z.int(),
  won: z.int(),
  wonADay: z.number(),
  /** The plans that go before it for most of the others. */
  outrankedBy: z.array(z.object({ ...rankedPlan.shape, count: z.int() })),
  /** A day with balance and caps, if everybody who is offered first is accepted. */
  day: z.object({ people: z.number(), fen: z.int(), limit: z.enum(reachLimits).nullable() }),
})
reach.register(z.globalRegistry, { id: 'PlanReach' })

const preview = z.object({
  /** The names of the fields that would change; empty for a new plan. */
  changes: z.array(z.string()),
  /** From when the changes act: now if the plan is open, or else when it opens next; null if it is not running. */
  from: instant.nullable(),
  /** What counts towards the cap and the budget of today already. */
  usedToday: z.int(),
  spentTodayFen: z.int(),
  /** Whether today's cap or budget would be reached at once. */
  isFull: z.boolean(),
  overlaps: z.array(overlap),
  /** In the data scope of the caller; null for who may not simulate, and if it took too long. */
  reach: reach.nullable(),
})
preview.register(z.globalRegistry, { id: 'PlanPreview' })

const simulationStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/** How many users came from somewhere, and how many of them fit. */
const counted = { users: z.int(), fits: z.int() }
const simulationResult = z.object({
  /** How many users were tried. */
  ...counted,
  /** How many fit without balance and caps; absent in results of before. */
  fitsFreely: z.int().optional(),
  /** What those that fit would have cost. */
  moneyFen: z.int(),
  /** When the first and the last of the users registered; null if there are none. */
  from: instant.nullable(),
  to: instant.nullable(),
  /** How many did not fit, by the first rule that they did not fit. */
  rules: z.array(z.object({ rule: z.enum(matchRules), count: z.int() })),
  /** Those with the most users; null: the users without a city. */
  cities: z.array(z.object({ cityCode: z.string().nullable(), cityName: z.string().nullable(), ...counted })),
  channels: z.array(z.object({ channelId: id.nullable(), channelName: z.string().nullable(), ...counted })),
})
const simulation = z.object({
  id,
  status: z.enum(simulationStatuses),
  /** Users that were tried so far, and all of them. */
  done: z.int(),
  total: z.int(),
  failure: z.enum(['unexpected', 'stopped']).nullable(),
  result: simulationResult.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
simulation.register(z.globalRegistry, { id: 'PlanSimulation' })

/** The columns of both lists, by name. */
export const planColumns = [
  'id',
  'name',
  'orgName',
  'flow',
  'priceFen',
  'status',
  'cityCodes',
  'dailyCap',
  'dailyBudgetFen',
  'priority',
  'startsOn',
  'endsOn',
  'hourlyCap',
  'monthlyCap',
  'totalCap',
  'isPaced',
  'dedupeDays',
  'returnDays',
  'remark',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
] as const

/** How the two lists of plans differ. */
interface List<N extends string> {
  name: N
  path: '/plan' | '/plan/uv'
  /** The flows of its plans; the service shows and changes no others under its permission points. */
  flows: readonly [Flow, ...Flow[]]
  /** What its plans are called within a sentence. */
  what: Words
  machine: typeof planMachine
}

/** Other areas whose pages show names of plans, or count them. */
const shownBy = ['org', 'orgUv', 'push', 'pushPlan'] as const

/** The endpoints of one list of plans. */
function listOf<const N extends string>({ name, path, flows, what, machine }: List<N>) {
  const [zh, en] = what
  /** What belongs to a row of this list has the same paths in the other list. */
  const at = `/row/${name}` as const
  const terms = planTerms(flows)
  const create = z.strictObject(terms).superRefine(unfitTerms)
  const update = z.strictObject({ id, version, ...terms }).superRefine(unfitTerms)
  /** The terms of a new plan, or of a stored one as it would be changed. */
  const typed = z.strictObject({ id: id.optional(), ...terms }).superRefine(unfitTerms)

  const page = pageBody(
    ['createdAt', 'updatedAt', 'priceFen', 'priority', 'dailyCap', 'dailyBudgetFen', 'startsOn', 'endsOn'],
    '-createdAt',
    {
      id: id.optional(),
      /** A part of the name. */
      name: text(60).optional(),
      flow: z.enum(flows, 'choice').optional(),
      orgId: id.optional(),
      status: z.enum(planStatuses, 'choice').optional(),
      /** A province, city or district: plans that want people of it, including those without a list of cities. */
      cityCode: regionCode.optional(),
      priceFrom: fen().optional(),
      priceTo: fen().optional(),
      priorityFrom: whole(0, 100).optional(),
      priorityTo: whole(0, 100).optional(),
      /** A business day: plans whose dates include it. */
      runsOn: businessDate.optional(),
      /** The last business day lies between these two. */
      endsFrom: businessDate.optional(),
      endsTo: businessDate.optional(),
      createdFrom: instant.optional(),
      createdTo: instant.optional(),
    },
  )
  const affects = [name, ...shownBy]

  return area(name, {
    ...crud(
      { path, affects },
      { row, detail, page, export: exportBody(page, planColumns), create, update },
      plainSummaries(what),
    ),
    counts: countsOf(machine, { path, what }),
    ...choicesOf(name, {
      orgs: { of: 'org', narrow: { flow: z.enum(flows, 'choice').optional() } },
      channels: { of: 'channel', owned: true },
    }),
    /** The cities of an organization, by which a form narrows the choice; empty: the whole country. */
    orgCities: {
      method: 'GET',
      path: `${path}/org/{id}/cities`,
      kind: 'read',
      point: 'page',
      summary: [`查看${zh}可选的城市`, `View the cities that ${en} can have`],
      answer: z.array(z.string()),
    },
    /** What a change would do, before it is saved. It changes nothing. */
    preview: {
      method: 'POST',
      path: `${at}/preview`,
      kind: 'read',
      point: 'page',
      summary: [`预览${zh}的变更`, `Preview a change of ${en}`],
      body: typed,
      answer: preview,
    },
    overlaps: {
      method: 'GET',
      path: `${at}/{id}/overlaps`,
      kind: 'read',
      point: 'page',
      summary: [`查看与${zh}重叠的其他计划`, `View other plans that overlap with ${en}`],
      answer: z.array(overlap),
    },
    today: {
      method: 'GET',
      path: `${at}/{id}/today`,
      kind: 'read',
      point: 'page',
      summary: [`查看${zh}今日的数据`, `View today’s figures of ${en}`],
      answer: today,
    },
    whyNot: {
      method: 'GET',
      path: `${at}/{id}/why-not`,
      kind: 'read',
      point: 'page',
      summary: [`查看${zh}未推送的原因`, `View the reasons why people were not pushed to ${en}`],
      answer: whyNot,
    },
    /** The latest people of a rule, in the data scope of the caller. */
    whyNotExamples: {
      method: 'GET',
      path: `${at}/{id}/why-not/examples`,
      kind: 'read',
      owned: true,
      point: 'whyNot',
      summary: [`查看因某条规则未推送到${zh}的用户`, `View people whom a rule kept from ${en}`],
      query: z.strictObject({ rule: z.enum(whyNotRules, 'choice') }),
      answer: z.array(whyNotExample),
    },
    /** Runs terms against the newest users in a job. Nothing is written about the users, and nobody is called. */
    simulate: {
      method: 'POST',
      path: `${at}/simulate`,
      kind: 'write',
      audited: false,
      quiet: true,
      affects: [],
      summary: [`模拟${zh}`, `Simulate ${en}`],
      body: typed,
      answer: simulation,
    },
    simulation: {
      method: 'GET',
      path: `${at}/simulation/{id}`,
      kind: 'read',
      point: 'simulate',
      summary: [`查看${zh}的模拟`, `View a simulation of ${en}`],
      answer: simulation,
    },
    cancelSimulation: {
      method: 'POST',
      path: `${at}/simulation/{id}/cancel`,
      kind: 'write',
      audited: false,
      quiet: true,
      affects: [],
      point: 'simulate',
      summary: [`取消${zh}的模拟`, `Cancel a simulation of ${en}`],
      answer: simulation,
    },
    ...channelCapEndpoints(at, { affects: [name], what }),
    ...actsOf(machine, { path, answer: detail, page, affects }),
  })
}

export const plan = listOf({
  name: 'plan',
  path: '/plan',
  flows: plainFlows,
  what: ['计划', 'plans'],
  machine: planMachine,
})

export const planUv = listOf({
  name: 'planUv',
  path: '/plan/uv',
  flows: jointFlows,
  what: ['联登计划', 'joint login plans'],
  // The two machines differ only in their name, on which the endpoints here do not depend.
  machine: planUvMachine as unknown as typeof planMachine,
})

export type PlanCalls = typeof plan
export type PlanRow = z.output<typeof row>
export type PlanDetail = z.output<typeof detail>
export type PlanPage = z.output<typeof plan.page.body>
export type PlanExport = z.output<typeof plan.export.body>
export type PlanOverlap = z.output<typeof overlap>
export type PlanToday = z.output<typeof today>
export type PlanWhyNot = z.output<typeof whyNot>
export type WhyNotExample = z.output<typeof whyNotExample>
export type PlanPreview = z.output<typeof preview>
export type PlanReach = z.output<typeof reach>
export type PlanSimulation = z.output<typeof simulation>
export type SimulationResult = z.output<typeof simulationResult>
