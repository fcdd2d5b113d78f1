import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type NotSent, notSent } from './result.ts'

/** The limits of one key, usually one partner. */
export interface Limits {
  /** The most requests under way at once. */
  concurrent: number
  /** The most requests that begin within `seconds`. */
  calls: number
  seconds: number
}

export interface Gate {
  /** Admits a request, which must then `leave`, or says why not. A refused one does not wait; its caller knows when to retry. */
  enter(key: string, limits: Limits): Promise<{ leave(): void } | NotSent>
}

/** Counts on this instance, in memory. */
export function createGate(): Gate {
  const running = new Map<string, number>()
  const rates = new Map<string, RateLimiterMemory>()

  function rateOf({ calls, seconds }: Limits): RateLimiterMemory {
    const id = `${calls}/${seconds}`
    const known = rates.get(id)
    if (known) return known
    const made = new RateLimiterMemory({ keyPrefix: id, points: calls, duration: seconds })
    rates.set(id, made)
    return made
  }

  function leave(key: string) {
    const left = (running.get(key) ?? 1) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
  }

  return {
    async enter(key, limits) {
      const count = running.get(key) ?? 0
      if (count >= limits.concurrent) return notSent('busy')
      // Counted before anything is awaited, so that two requests cannot take the last place.
      running.set(key, count + 1)
      try {
        await rateOf(limits).consume(key)
      } catch (refusal) {
        leave(key)
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ...notSent('rate'), retryInMs: refusal.msBeforeNext }
      }
      return { leave: () => leave(key) }
    },
  }
}
