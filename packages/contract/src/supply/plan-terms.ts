import * as z from 'zod'
import { businessDate } from '../kernel/business-date.ts'
import { id, longText, requiredText } from '../kernel/kernel.ts'
import { fen, whole } from '../kernel/money.ts'
import { cityCodes } from '../kernel/region-code.ts'
import { creditBands, type flows, genders, incomeBands } from '../users/user.ts'

/*
 * The terms of a plan: what a person types. Shared by the bodies of create, update, preview and simulate.
 */

type Flow = (typeof flows)[number]

/** The most windows of a plan; each weekday rarely has more than three. */
export const mostWindows = 100
/** The most reasons for a return of one plan. */
export const mostReturnReasons = 20
/** The most channels that a plan excludes. */
export const mostExcludedChannels = 200
/** The largest budget of a day, in fen: a hundred million yuan. */
const mostBudget = 10_000_000_000

const clockTime = (pattern: RegExp) => z.string('required').max(5, 'timeOfDay').regex(pattern, 'timeOfDay')

/** When a plan takes people: from a time until before another one, on a weekday from Monday (1) to Sunday (7), in the business zone. */
export const planWindow = z
  .strictObject({
    weekday: whole(1, 7),
    from: clockTime(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
    /** `24:00` is the end of the day. */
    to: clockTime(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'order' })
planWindow.register(z.globalRegistry, { id: 'PlanWindow' })
export type PlanWindow = z.output<typeof planWindow>

const age = whole(0, 120).nullable().default(null)
const cap = whole(1, 1_000_000_000).nullable().default(null)
/** True or false: the person must or must not have it; null: no condition. */
const has = z.boolean('type').nullable().default(null)
const several = <const B extends readonly [string, ...string[]]>(of: B) =>
  z.array(z.enum(of, 'choice')).max(of.length, 'tooMany').refine(isUnlike, 'taken').default([])
const isUnlike = (values: readonly string[]) => new Set(values).size === values.length

/** @param of the flows that are possible */
export const planTerms = <const F extends readonly [Flow, ...Flow[]]>(of: F) => ({
  orgId: id,
  name: requiredText(60),
  flow: z.enum(of, 'choice'),
  /** For each accepted person, or each visitor and day of a joint login. */
  priceFen: fen(),
  /** The bounds of a price that the organization's reply may give for a person; null: such a price is not taken. */
  priceMinFen: fen().nullable().default(null),
  priceMaxFen: fen().nullable().default(null),
  /** Empty: every city of the organization. */
  cityCodes: cityCodes.default([]),
  ageFrom: age,
  /** The age itself is included. */
  ageTo: age,
  gender: z.enum(genders, 'choice').nullable().default(null),
  incomeBands: several(incomeBands),
  creditBands: several(creditBands),
  house: has,
  car: has,
  socialInsurance: has,
  housingFund: has,
  excludedChannelIds: z.array(id).max(mostExcludedChannels, 'tooMany').refine(isUnlike, 'taken').default([]),
  /** Empty: at any time. Those that touch or overlap become one. */
  windows: z.array(planWindow).max(mostWindows, 'tooMany').default([]),
  hourlyCap: cap,
  dailyCap: cap,
  monthlyCap: cap,
  totalCap: cap,
  /** Whether the cap of a day is spread evenly over the windows of the day. */
  isPaced: z.boolean('type').default(false),
  /** Whether a person waits until a cap that is reached opens again; if not, the next plan is tried. */
  waitsWhenFull: z.boolean('type').default(false),
  dailyBudgetFen: fen(mostBudget).min(1, 'range').nullable().default(null),
  /** For how many days a person is not sent to the same organization again. */
  dedupeDays: whole(0, 3650).default(30),
  /** Within how many days the organization may return a person; 0: never. */
  returnDays: whole(0, 365).default(0),
  returnReasons: z
    .array(requiredText(40))
    .max(mostReturnReasons, 'tooMany')
    .refine(isUnlike, 'taken')
    .default([]),
  /** Whether a second person checks a return before the price is paid back. */
  isReturnReviewed: z.boolean('type').default(true),
  /** The higher one first, among plans that are worth the same. */
  priority: whole(0, 100).default(50),
  startsOn: businessDate,
  /** The last day; null: no end. */
  endsOn: businessDate.nullable().default(null),
  remark: longText(500).default(''),
})

export type PlanTerms = z.output<z.ZodObject<ReturnType<typeof planTerms<readonly [Flow, ...Flow[]]>>>>

/** The caps, from the shortest time to the longest. */
const caps = ['hourlyCap', 'dailyCap', 'monthlyCap', 'totalCap'] as const

/** Errors of terms that are valid one by one but not together, at their fields. */
export function unfitTerms(terms: PlanTerms, context: z.RefinementCtx): void {
  const refuse = (field: keyof PlanTerms, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { ageFrom, ageTo, startsOn, endsOn, isPaced, dailyCap, returnDays, returnReasons } = terms
  if (ageFrom !== null && ageTo !== null && ageTo < ageFrom) refuse('ageTo', 'ageOrder')
  if (endsOn !== null && endsOn < startsOn) refuse('endsOn', 'order')
  if (isPaced && dailyCap === null) refuse('dailyCap', 'pacedCap')
  if (returnDays > 0 && returnReasons.length === 0) refuse('returnReasons', 'required')
  if (returnDays === 0 && returnReasons.length > 0) refuse('returnReasons', 'noReturns')
  const { priceFen, priceMinFen, priceMaxFen } = terms
  if (priceMinFen === null && priceMaxFen !== null) refuse('priceMinFen', 'required')
  if (priceMaxFen === null && priceMinFen !== null) refuse('priceMaxFen', 'required')
  if (priceMinFen !== null && priceMinFen > priceFen) refuse('priceMinFen', 'aroundPrice')
  if (priceMaxFen !== null && priceMaxFen < priceFen) refuse('priceMaxFen', 'aroundPrice')
  if (terms.dailyBudgetFen !== null && terms.dailyBudgetFen < (priceMaxFen ?? priceFen))
    refuse('dailyBudgetFen', 'budgetBelowPrice')
  let smaller = 0
  for (const field of caps) {
    const most = terms[field]
    if (most === null) continue
    if (most < smaller) refuse(field, 'capOrder')
    smaller = most
  }
}
