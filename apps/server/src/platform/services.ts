import type { FindCaller } from './callers/caller.ts'
import type { LookUps } from './callers/look-ups.ts'
import type { RefusalThrottle } from './callers/refusal-throttle.ts'
import type { RevealThrottle } from './callers/reveal-throttle.ts'
import type { ErrorThrottle } from './callers/throttle.ts'
import type { Changes } from './db/changes.ts'
import type { Db } from './db/client.ts'
import type { Listener } from './db/listen.ts'
import type { ErrorIntake } from './errors/intake.ts'
import type { ExportThrottle } from './exports/limits.ts'
import type { Faults } from './faults/faults.ts'
import type { EventStreams } from './http/event-stream.ts'
import type { Reads } from './http/reads.ts'
import type { Vault } from './keys/vault.ts'
import type { Meters } from './metrics/meters.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Settings } from './settings/settings.ts'
import type { Storage } from './storage/storage.ts'

/**
 * The services that handlers use; made once by the app, one value for each instance of the service. A module adds its own in its
 * `services.ts`.
 */
export interface Services {
  db: Db
  /** For writes that stay if the transaction of the request is rolled back. */
  sideDb: Db
  vault: Vault
  /** The storage of the files' bytes. */
  storage: Storage
  /** Takes what went wrong, in a page or in the service itself. */
  errors: ErrorIntake
  /** What is wrong around this instance now. */
  faults: Faults
  errorThrottle: ErrorThrottle
  /** Counts the requests of an address without a session. */
  anonymousThrottle: ErrorThrottle
  /** Counts how often an address opens statements by links. */
  statementThrottle: ErrorThrottle
  revealThrottle: RevealThrottle
  exportThrottle: ExportThrottle
  refusalThrottle: RefusalThrottle
  lookUps: LookUps
  /** Whose a phone or id number is, by the id of the user; undefined: nobody's. */
  ownerOfNumber: (db: Db, kind: 'phone' | 'idNumber', value: string) => Promise<string | undefined>
  /** Runs reads on the replica where they may lag. */
  reads: Reads
  findCaller: FindCaller
  /** Announcements of this and other instances. */
  listener: Listener
  /** Tells every instance what was changed, for the consoles that have it in sight. */
  changes: Changes
  /** The general settings as they are now. */
  settings: Settings
  /** What this instance counts of its work. */
  meters: Meters
  streams: EventStreams
  heartbeatMs: number
  /** The address under which browsers reach the console, without a path; null if it is not configured. */
  publicUrl: string | null
  /** Calls addresses that a person typed. */
  outgoing: Outgoing
  /** The id of this instance among those that run; null if it does not tell that it runs. */
  instanceId: string | null
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
  interface FastifyReply {
    /** The code of the envelope in the response; for the log and the metrics. */
    envelopeCode: string | null
  }
}
