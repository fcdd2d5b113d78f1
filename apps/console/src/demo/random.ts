/** A source of pseudo-random numbers. */
export interface Random {
  /** A whole number from 0 up to but not including the limit. */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
  digits(count: number): string
}

/** Pseudo-random numbers that are the same at every visit (mulberry32; Tommy Ettinger, public domain). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  }
}

const day = 86_400_000
/** An instant the given number of days before now, so that the demo's data is always recent. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString()
export const minutesAgo = (minutes: number): string => daysAgo(minutes / 1440)
