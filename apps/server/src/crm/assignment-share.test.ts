import { expect, test } from 'vitest'
import { type Candidate, shareOut } from './assignment-share.ts'

/** Gives leads one after another. @returns who got each of them */
function give(weights: readonly number[], leads: number): number[] {
  let all = weights.map((weight, index) => ({ id: String(index), weight, credit: 0 })) as [
    Candidate,
    ...Candidate[],
  ]
  return Array.from({ length: leads }, () => {
    const { id, credits } = shareOut(all)
    all = all.map((each) => ({ ...each, credit: credits.get(each.id) as number })) as typeof all
    return Number(id)
  })
}

/** By how many leads anybody was furthest from his share in any row of this many leads. */
function furthest(weights: readonly number[], taken: readonly number[], length: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(
    ...weights.map((weight, who) => {
      let [count, most] = [0, 0]
      for (let at = 0; at < taken.length; at++) {
        if (taken[at] === who) count++
        if (at >= length && taken[at - length] === who) count--
        if (at >= length - 1) most = Math.max(most, Math.abs(count - (length * weight) / total))
      }
      return most
    }),
  )
}

test.each([
  [[1]],
  [[50, 50]],
  [[100, 1]],
  [[10, 20, 30, 40]],
  [[100, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
  [[97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47, 43, 41, 37, 31, 29, 23, 19, 17, 13]],
  [Array.from({ length: 50 }, (_, index) => index + 1)],
])('of 10,000 leads, nobody is more than two from his share in any hundred: %j', (weights) => {
  const taken = give(weights, 10_000)
  expect(furthest(weights, taken, 100)).toBeLessThanOrEqual(2)
  expect(furthest(weights, taken, 10_000)).toBeLessThanOrEqual(1)
})

test('who comes later gets his share from then on, and nobody pays for the time before', () => {
  const [one, other] = [
    { id: '1', weight: 10, credit: 0 },
    { id: '2', weight: 10, credit: 0 },
  ]
  const { credits } = shareOut([one])
  expect(credits.get('1')).toBe(0)
  const both = shareOut([{ ...one, credit: 0 }, other])
  expect([...both.credits.values()].reduce((sum, each) => sum + each, 0)).toBe(0)
})

test('credits beyond all bounds are cut, so nobody gets a long row of leads', () => {
  const { id, credits } = shareOut([
    { id: '1', weight: 1, credit: 50_000_000 },
    { id: '2', weight: 1, credit: 0 },
  ])
  expect([id, credits.get('1')]).toEqual(['1', 2_000_000])
})
