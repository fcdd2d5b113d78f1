import { codes } from '@kabao/contract'
import type pg from 'pg'
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#http/problem'

/** Slows down who guesses passwords. Counted in the database, so all instances count together. */
export interface SignInThrottle {
  /** Counts an attempt before it is tried. @throws Problem 4290 with the seconds to wait */
  attempt(username: string, ip: string): Promise<void>
  /** A right password: what was counted against this account from this address is forgotten. */
  succeeded(username: string, ip: string): Promise<void>
}

/**
 * Three counters. The tight one is account × address, so that a stranger elsewhere cannot lock somebody out; the account
 * and the address alone have wider ones against many addresses and many accounts.
 */
export function signInThrottle(pool: pg.Pool): SignInThrottle {
  const limiter = (keyPrefix: string, points: number, duration: number, blockDuration: number) =>
    limiterIn(pool, 'sign_in_throttle', { keyPrefix, points, duration, blockDuration })
  const pair = limiter('pair', 5, 300, 60)
  const account = limiter('account', 60, 900, 60)
  const address = limiter('address', 120, 900, 300)
  const pairKey = (username: string, ip: string) => `${accountKey(username)}@${ip}`
  return {
    async attempt(username, ip) {
      await consume(address, ip)
      await consume(pair, pairKey(username, ip))
      await consume(account, accountKey(username))
    },
    async succeeded(username, ip) {
      await Promise.all([
        pair.delete(pairKey(username, ip)),
        account.reward(accountKey(username)),
        address.reward(ip),
      ])
    },
  }
}

/** Slows down who reports errors, or one broken page would fill the table. @throws Problem 4290 with the seconds to wait */
export type ErrorThrottle = (ip: string) => Promise<void>

export function errorThrottle(pool: pg.Pool): ErrorThrottle {
  const address = limiterIn(pool, 'error_throttle', { keyPrefix: 'address', points: 30, duration: 60 })
  return (ip) => consume(address, ip)
}

interface Limit {
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
  /** Seconds. */
  blockDuration?: number
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

const accountKey = (username: string) => username.trim().toLowerCase().slice(0, 64)

/** @throws Problem 4290 with the seconds to wait */
export async function consume(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new Problem(codes.tooManyRequests, 'tooManyRequests', { values: { seconds } })
  }
}
