import { codes } from '@kabao/contract'
import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type CommonKey, Problem } from '../base/problem.ts'
import { networkOf } from './place.ts'

/** Limits error reports of a sender, because one broken page could fill the table. @throws Problem 4290 with the seconds to wait */
export type ErrorThrottle = (ip: string) => Promise<void>

export function errorThrottle(pool: pg.Pool): ErrorThrottle {
  const address = limiterIn(pool, 'error_throttle', { keyPrefix: 'address', points: 30, duration: 60 })
  return (ip) => consume(address, networkOf(ip))
}

/** Limits how often an address opens statements by links. @throws Problem 4290 with the seconds to wait */
export function statementThrottle(pool: pg.Pool): ErrorThrottle {
  const address = limiterIn(pool, 'call_throttle', { keyPrefix: 'statement', points: 30, duration: 60 })
  return (ip) => consume(address, networkOf(ip))
}

/**
 * Limits requests without a session, on this instance and in its memory: it protects the instance itself and must cost less than
 * the requests it refuses. An office behind one address opens far fewer pages a minute.
 */
export function anonymousThrottle(): ErrorThrottle {
  const points = 1_200
  const memory = new RateLimiterMemory({ points, duration: 60 })
  const address: Limiter = {
    points,
    async count(key) {
      const { consumedPoints, msBeforeNext } = await memory.penalty(key)
      return { counted: consumedPoints, msLeft: msBeforeNext }
    },
  }
  return (ip) => consume(address, networkOf(ip))
}

interface Limit {
  keyPrefix: string
  points: number
  /** Seconds. */
  duration: number
}

/** A pool, or one connection of it. */
export type Queries = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** Counts events within a window of time that begins with the first event. */
export interface Limiter {
  /** How many are allowed in a window; may be changed while it runs. */
  points: number
  /** @returns how many events this window has, including this one, and how long it still lasts in milliseconds */
  count(key: string): Promise<{ counted: number; msLeft: number }>
}

/**
 * Counters in a table, by the database's clock alone, so that instances whose clocks differ count together. A stored window that
 * ends later than one that begins now was written before the clock was set back, and is ignored.
 */
export function limiterIn(
  pool: Queries,
  tableName: 'call_throttle' | 'error_throttle',
  { keyPrefix, points, duration }: Limit,
): Limiter {
  const now = '(extract(epoch from statement_timestamp()) * 1000)::bigint'
  const isOver = `(t.expire <= ${now} or t.expire > excluded.expire)`
  const text = `insert into ${tableName} as t (key, points, expire) values ($1, 1, ${now} + $2::bigint)
    on conflict (key) do update set points = case when ${isOver} then 1 else t.points + 1 end,
      expire = case when ${isOver} then excluded.expire else t.expire end
    returning points, (expire - ${now})::int as "msLeft"`
  return {
    points,
    async count(key) {
      const { rows } = await pool.query<{ points: number; msLeft: number }>(text, [
        `${keyPrefix}:${key}`,
        duration * 1_000,
      ])
      return { counted: rows[0]?.points ?? 0, msLeft: rows[0]?.msLeft ?? 0 }
    },
  }
}

/** @param words the text of the refusal; it may name the seconds to wait @throws Problem 4290 */
export async function consume(limiter: Limiter, key: string, words: CommonKey = 'tooManyRequests') {
  const { counted, msLeft } = await limiter.count(key)
  if (counted <= limiter.points) return
  const seconds = Math.max(1, Math.ceil(msLeft / 1000))
  throw new Problem(codes.tooManyRequests, words, { values: { seconds } })
}
