import { type Days, eachDay, firstOf, type Grain } from '@kabao/contract/statistics/report/range'

/** The periods of a range, in order: the key of each, and its days within the range. */
export function periodsIn(range: Days, grain: Exclude<Grain, 'hour'>): { key: string; days: Days }[] {
  const found = new Map<string, Days>()
  for (const day of eachDay(range)) {
    const key = firstOf(grain, day)
    found.set(key, { from: found.get(key)?.from ?? day, to: day })
  }
  return [...found].map(([key, days]) => ({ key, days }))
}
