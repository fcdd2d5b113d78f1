import { codes } from '@kabao/contract'
import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { type CommonKey, Problem } from '#http/problem'
import { networkOf } from './place.ts'

/** Slows down who reports errors, or one broken page would fill the table. @throws Problem 4290 with the seconds to wait */
export type ErrorThrottle = (ip: string) => Promise<void>

export function errorThrottle(pool: pg.Pool): ErrorThrottle {
  const address = limiterIn(pool, 'error_throttle', { keyPrefix: 'address', points: 30, duration: 60 })
  return (ip) => consume(address, ip)
}

/**
 * Slows down who calls without a session, on this instance and in its memory: it guards the instance itself, and must cost
 * less than what it keeps away. An office behind one address opens far fewer pages a minute.
 */
export function openThrottle(): ErrorThrottle {
  const address = new RateLimiterMemory({ keyPrefix: 'open', points: 1_200, duration: 60 })
  return (ip) => consume(address, networkOf(ip))
}

interface Limit {
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
}

/** Counters in a table that has the library's shape. */
export const limiterIn = (pool: pg.Pool, tableName: string, limit: Limit) =>
  new RateLimiterPostgres({
    storeClient: pool,
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...limit,
  })

/** @throws Problem 4290 with the seconds to wait */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  words: CommonKey = 'tooManyRequests',
) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new Problem(codes.tooManyRequests, words, { values: { seconds } })
  }
}
