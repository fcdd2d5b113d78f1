import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import type { Batcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { Meters } from '#platform/metrics/meters'
import type { Outgoing } from '#platform/outgoing/outgoing'
import type { Settings } from '#platform/settings/settings'
import type { CallEffect, NotedCall } from '#supply'
import type { RiskProvider } from '#users'
import type { Beginning, Begun } from './attempts.ts'
import type { CallPlaces } from './call-places.ts'
import type { Decided, Decision } from './decide.ts'
import type { Checks } from './half/checks.ts'
import type { PartnerErrors } from './partner-errors.ts'
import type { RunningPlans } from './plans/running.ts'
import type { Reads } from './reads.ts'
import type { Pauses } from './retry-times.ts'
import type { Settlement } from './settle.ts'
import type { Release, Step } from './steps.ts'
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
  /** What the steps read; those that read at the same time share a statement. */
  reads: Reads
  /** Decides for those who are to be decided for at the same time. */
  deciding: Batcher<Decision, Decided>
  /** Makes steps due again in so many milliseconds. */
  releasing: Batcher<Release, null>
  /** What the checks of the half flow read and store. */
  checks: Checks
  /** Stores that calls begin. */
  beginning: Batcher<Beginning, Begun>
  /** Counts calls for the breakers. */
  noting: Batcher<NotedCall, CallEffect>
  /** Stores how pushes ended. */
  settling: Batcher<Settlement, Step | null>
  partnerErrors: PartnerErrors
  /** The places for calls to each organization. */
  places: CallPlaces
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
