import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { standardPauses } from './retry-times.ts'
import type { Settling } from './settle.ts'
import { standardLimits } from './worker.ts'

/** What a process that only answers calls needs to settle pushes. */
export const settlingOf = (settings: Settings): Settling => ({
  clock: () => businessClock(settings),
  pauses: standardPauses,
  leaseMs: standardLimits.leaseMs,
})
