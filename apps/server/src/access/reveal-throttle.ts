import type pg from 'pg'
import type { Settings } from '#settings/settings'
import { consume, limiterIn } from './throttle.ts'

/** Limits how many people one administrator may see whole within an hour. @throws Problem 4290 with the seconds to wait */
export type RevealThrottle = (adminId: string) => Promise<void>

/** @param pool apart from the one of the call: what was looked at counts although the call is rolled back */
export function revealThrottle(pool: pg.Pool, settings: Settings): RevealThrottle {
  const perHour = limiterIn(pool, 'call_throttle', { keyPrefix: 'reveal', points: 1, duration: 3_600 })
  return async (adminId) => {
    const most = settings.get('masking.revealsPerHour')
    if (most === 0) return
    perHour.points = most
    await consume(perHour, adminId, 'tooManyReveals')
  }
}
