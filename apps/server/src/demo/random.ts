/** Pseudo-random numbers from a seed and a row: the same seed and row give the same person. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** A whole number, 0 ≤ x < limit */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** mulberry32 (Tommy Ettinger, public domain), started from the seed and the row. */
export function randomFor(seed: number, row: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (choices) => choices[below(choices.length)] as never,
  }
}
