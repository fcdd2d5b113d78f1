import { expect, test } from 'vitest'
import { whyNotRules } from './plan.ts'
import { fitsNumber, ruleNumbers, ruleOfNumber, unseenNumber } from './rule-numbers.ts'

/** The rules in the order of their numbers, from 1 on. Stored runs have these numbers: add at the end, and change nothing. */
const given = [
  ...['status', 'dates', 'window', 'org', 'flow', 'city', 'birthday', 'age', 'gender', 'income', 'credit'],
  ...['house', 'car', 'socialInsurance', 'housingFund', 'channel', 'blacklist', 'dedupe', 'hourlyCap'],
  ...['dailyCap', 'monthlyCap', 'totalCap', 'pace', 'budget', 'funds', 'connection', 'breaker', 'pause'],
  ...['sameOrg', 'offers', 'time'],
]

test('each rule keeps its number, and a new one takes the next', () => {
  expect(ruleNumbers).toEqual(Object.fromEntries(given.map((rule, index) => [rule, index + 1])))
})

test('each rule has a number of its own, which is no mark for a plan without a rule', () => {
  expect(Object.keys(ruleNumbers).toSorted()).toEqual(
    whyNotRules.filter((rule) => rule !== 'outranked').toSorted(),
  )
  const numbers = Object.values(ruleNumbers)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers) {
    expect(number).toBeGreaterThan(fitsNumber)
    expect(number).toBeLessThan(unseenNumber)
  }
  for (const [rule, number] of Object.entries(ruleNumbers)) expect(ruleOfNumber.get(number)).toBe(rule)
})
