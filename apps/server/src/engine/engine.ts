import type { BusinessClock } from '@kabao/contract/business-clock'
import type { Db } from '#db/client'
import type { Settings } from '#settings/settings'
import type { Meters } from '../metrics/meters.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { RiskProvider } from '../risk/provider.ts'
import type { Vault } from '../vault.ts'
import type { PartnerErrors } from './partner-errors.ts'
import type { RunningPlans } from './plans/running.ts'
import type { Pauses } from './retry-times.ts'
import type { Log } from './worker.ts'

/** What the steps of the pipeline use; one value for each instance of the service. */
export interface Engine {
  db: Db
  vault: Vault
  settings: Settings
  /** The business clock with the current settings. */
  clock(): BusinessClock
  outgoing: Outgoing
  risk: RiskProvider
  plans: RunningPlans
  partnerErrors: PartnerErrors
  /** The calls under way by organisation. */
  calls: Map<string, number>
  /** The most calls under way to one organisation. */
  mostCalls: number
  pauses: Pauses
  /** How long an instance holds a step, in milliseconds. */
  leaseMs: number
  /** Is called at points where a test ends an instance. */
  at?: ((point: Point, pushId: string) => Promise<void> | void) | undefined
  log: Log
  meters: Meters
}

/** Points between the transactions of a push, where an instance may be killed. */
export type Point = 'decided' | 'begun' | 'answered' | 'settled'
