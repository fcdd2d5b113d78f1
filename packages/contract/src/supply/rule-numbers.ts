import type { WhyNotRule } from './plan.ts'

/** A rule that can be the first that did not fit. A plan that was only worth less fits. */
export type NumberedRule = Exclude<WhyNotRule, 'outranked'>

/**
 * The number of each rule in a stored run of the match, one byte. A new rule takes the next number. A number is never used again, also
 * when its rule is gone: stored runs have it.
 */
export const ruleNumbers: Readonly<Record<NumberedRule, number>> = {
  status: 1,
  dates: 2,
  window: 3,
  org: 4,
  flow: 5,
  city: 6,
  birthday: 7,
  age: 8,
  gender: 9,
  income: 10,
  credit: 11,
  house: 12,
  car: 13,
  socialInsurance: 14,
  housingFund: 15,
  channel: 16,
  blacklist: 17,
  dedupe: 18,
  hourlyCap: 19,
  dailyCap: 20,
  monthlyCap: 21,
  totalCap: 22,
  pace: 23,
  budget: 24,
  funds: 25,
  connection: 26,
  breaker: 27,
  pause: 28,
  sameOrg: 29,
  offers: 30,
  time: 31,
}

/** The plan fits: it was chosen, or tried before, or is only worth less. */
export const fitsNumber = 0
/** The run did not look at the plan. */
export const unseenNumber = 255

/** The rules by their numbers. */
export const ruleOfNumber: ReadonlyMap<number, NumberedRule> = new Map(
  (Object.keys(ruleNumbers) as NumberedRule[]).map((rule) => [ruleNumbers[rule], rule]),
)
