import type pg from 'pg'
import { limiterIn } from './throttle.ts'

/** Whether a refusal of this caller is written to the audit log; `isLast` if further ones are left out for a while. */
export type RefusalThrottle = (adminId: string) => Promise<'write' | 'last' | 'skip'>

/** Refusals of one caller that are written within ten minutes, so that a client in a loop cannot fill the audit log. */
const most = 60

export function refusalThrottle(pool: pg.Pool): RefusalThrottle {
  const counter = limiterIn(pool, 'call_throttle', { keyPrefix: 'refused', points: most, duration: 600 })
  return async (adminId) => {
    const { counted } = await counter.count(adminId)
    if (counted > most) return 'skip'
    return counted === most ? 'last' : 'write'
  }
}
