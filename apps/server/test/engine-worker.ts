/** A process that runs the pipeline like an instance of the service from the start message on, for a test to kill. */
import { once } from 'node:events'
import { startEngine } from '#engine/start'
import { createDb, createPool } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createVault } from '#platform/keys/vault'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { createSettings } from '#platform/settings/settings'

export interface EngineTask {
  database: object
  key: string
  /** `host:port` of the partner. */
  partner: string
  leaseMs: number
  /** The most steps under way at once. */
  concurrent?: number
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
const [{ database, key, partner, leaseMs, concurrent = 6 }] = (await once(process, 'message')) as [EngineTask]

const pool = createPool(database)
pool.on('error', () => undefined)
const db = createDb(pool)
const listener = createListener(pool.options, () => undefined)
await startEngine({
  db,
  vault: createVault(key),
  settings: await createSettings(db, listener, log),
  listener,
  log,
  outgoing: createOutgoing({ schemes: ['https', 'http'], listed: [partner] }),
  pauses: { retry: [100, 200, 300], query: [100, 200, 300, 1_000, 3_000, 10_000] },
  limits: { leaseMs, idleMs: 20, concurrent },
  runnerMs: 20,
})
process.send?.('running')
