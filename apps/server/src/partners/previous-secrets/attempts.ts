import type { PreviousValues } from './read.ts'

/** More than these at once are not combined; the newest ones are. */
const mostCombined = 4

/** Which previous secrets stand in the places of current ones, for one attempt to read what arrived. */
export interface Attempt {
  /** None: the current secrets alone. */
  ids: string[]
  /** What replaces the current values, by name. */
  values: Record<string, string>
}

/**
 * The current secrets first, then each previous one, then several together: whoever sends may have changed over with some of them only.
 */
export function attemptsWith(previous: readonly PreviousValues[]): Attempt[] {
  const used = previous.slice(0, mostCombined)
  const sets = Array.from({ length: 2 ** used.length }, (_, bits) =>
    used.filter((_previous, index) => (bits >> index) % 2 === 1),
  )
  return sets
    .toSorted((one, other) => one.length - other.length)
    .map((chosen) => ({
      ids: chosen.map(({ id }) => id),
      values: Object.assign({}, ...chosen.map(({ values }) => values)),
    }))
}
