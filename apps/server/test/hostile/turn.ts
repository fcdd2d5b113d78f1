import { inject } from 'vitest'
import { isExhaustive } from '../exhaustive.ts'

/**
 * Chooses what is tried: what is new in this run, and of the rest one part, another one at each commit, so that in the course of time all of
 * it is tried at every endpoint.
 * @param parts into how many parts the rest is divided
 * @returns whether to try what this text describes
 */
export function newOrInTurn(parts: number): (what: string) => boolean {
  const known = new Set<string>()
  let repeated = inject('turn') % parts
  return (what) => {
    if (isExhaustive) return true
    if (!known.has(what)) return known.add(what) !== undefined
    return ++repeated % parts === 0
  }
}
