import { codes } from '@kabao/contract'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Problem } from '#platform/base/problem'

/** Limits the calls of a key in a second, on this instance, in its memory. @throws Problem 4290 with the seconds to wait */
export type CallRate = (keyId: string, callsPerSecond: number) => Promise<void>

/** @param instances how many instances share each limit */
export function createCallRate(instances: () => number): CallRate {
  const memory = new RateLimiterMemory({ points: 1, duration: 1 })
  return async (keyId, callsPerSecond) => {
    const share = Math.max(1, Math.ceil(callsPerSecond / instances()))
    const { consumedPoints, msBeforeNext } = await memory.penalty(keyId)
    if (consumedPoints <= share) return
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    throw new Problem(codes.tooManyRequests, 'tooManyRequests', { values: { seconds } })
  }
}
