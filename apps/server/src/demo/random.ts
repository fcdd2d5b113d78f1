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
class Mulberry implements Random {
  #state: number

  constructor(seed: number, row: number) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35)) >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}

export const randomFor = (seed: number, row: number): Random => new Mulberry(seed, row)
