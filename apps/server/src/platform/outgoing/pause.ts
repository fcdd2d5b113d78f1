import { databaseNow } from '../db/now.ts'
import type { OutgoingResult } from './result.ts'

/** The shortest and the longest pause that another side may ask for, in milliseconds. */
const shortest = 1_000
const longest = 3_600_000

/**
 * How long an answer 429 or 503 asks not to be called (`Retry-After`, in seconds or as a date), within bounds. A 429 that does not say
 * it asks for the shortest pause.
 */
export function pauseOf(result: OutgoingResult): number {
  if (result.kind !== 'answer' || (result.status !== 429 && result.status !== 503)) return 0
  const after = result.headers['retry-after']?.trim()
  const asked = after && /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after ?? '') - databaseNow()
  if (Number.isNaN(asked)) return result.status === 429 ? shortest : 0
  return Math.min(Math.max(shortest, asked), longest)
}

/** A pause within 20 percent of this one, so that many failures do not come back at once. In milliseconds. */
export const spread = (ms: number): number => Math.round(ms * (0.8 + Math.random() * 0.4))
