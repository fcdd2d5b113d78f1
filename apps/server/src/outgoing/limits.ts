import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type NotSent, notSent } from './result.ts'

/** What one key, usually one partner, may have at most. */
export interface Limits {
  /** Calls that are under way at once. */
  concurrent: number
  /** Calls that begin within `seconds`. */
  calls: number
  seconds: number
}

export interface Gate {
  /** Lets a call in, which then must `leave`, or says why not. A call that is kept out does not wait: its caller knows when to come again. */
  enter(key: string, limits: Limits): Promise<{ leave(): void } | NotSent>
}

/** Counts on this instance, in memory. */
export function openGate(): Gate {
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
      // Taken before anything is waited for, so that two calls cannot take the last place.
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
