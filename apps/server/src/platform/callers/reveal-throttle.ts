import type { Settings } from '../settings/settings.ts'
import { consume, limiterIn, type Queries } from './throttle.ts'

/** Limits how many people one administrator may reveal within an hour. @throws Problem 4290 with the seconds to wait */
export type RevealThrottle = (adminId: string) => Promise<void>

/** @param pool not the one of the request, because a reveal counts even if the request is rolled back; of a job, its transaction */
export function revealThrottle(pool: Queries, settings: Settings): RevealThrottle {
  const perHour = limiterIn(pool, 'call_throttle', { keyPrefix: 'reveal', points: 1, duration: 3_600 })
  return async (adminId) => {
    const most = settings.get('masking.revealsPerHour')
    if (most === 0) return
    perHour.points = most
    await consume(perHour, adminId, 'tooManyReveals')
  }
}
