import type { FindCaller } from '#access/caller'
import type { Lockout } from '#access/lockout'
import type { LookUps } from '#access/look-ups'
import type { RefusalThrottle } from '#access/refusal-throttle'
import type { RevealThrottle } from '#access/reveal-throttle'
import type { Rules } from '#access/rules'
import type { ErrorThrottle } from '#access/throttle'
import type { Changes } from '#db/changes'
import type { Db } from '#db/client'
import type { Listener } from '#db/listen'
import type { EventStreams } from '#http/event-stream'
import type { Settings } from '#settings/settings'
import type { ExportThrottle } from './exports/limits.ts'
import type { RiskProvider } from './risk/provider.ts'
import type { Storage } from './storage/storage.ts'
import type { Vault } from './vault.ts'

/** What handlers reach: made once by the app, one value for each instance of the service. */
export interface Services {
  db: Db
  /** For what must stay although the transaction of a call is rolled back. */
  sideDb: Db
  vault: Vault
  /** Where the bytes of files are. */
  storage: Storage
  /** What the general settings say of signing in. */
  rules: Rules
  lockout: Lockout
  errorThrottle: ErrorThrottle
  /** Counts the calls of an address without a session. */
  openThrottle: ErrorThrottle
  revealThrottle: RevealThrottle
  exportThrottle: ExportThrottle
  refusalThrottle: RefusalThrottle
  lookUps: LookUps
  findCaller: FindCaller
  /** What this and other instances announce. */
  listener: Listener
  /** Tells every instance what was changed, for the consoles that have it in sight. */
  changes: Changes
  /** The general settings as they are now. */
  settings: Settings
  streams: EventStreams
  heartbeatMs: number
  /** Puts the provider of this instance in the place of ours, which it is given. */
  riskOf: (own: RiskProvider) => RiskProvider
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
  interface FastifyReply {
    /** The code of the envelope that was answered; for the log and the metrics. */
    envelopeCode: string | null
  }
}
