/** A process that runs the pipeline like an instance of the service from the start message on, for a test to kill. */
import { once } from 'node:events'
import { startEngine } from '#engine/start'
import { openDb, openPool } from '#platform/db/client'
import { openListener } from '#platform/db/listen'
import { openVault } from '#platform/keys/vault'
import { openOutgoing } from '#platform/outgoing/outgoing'
import { openSettings } from '#platform/settings/settings'

export interface EngineTask {
  database: object
  key: string
  /** `host:port` of the partner. */
  partner: string
  leaseMs: number
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
const [{ database, key, partner, leaseMs }] = (await once(process, 'message')) as [EngineTask]

const pool = openPool(database)
pool.on('error', () => undefined)
const db = openDb(pool)
const listener = openListener(pool.options, () => undefined)
await startEngine({
  db,
  vault: openVault(key),
  settings: await openSettings(db, listener, log),
  listener,
  log,
  outgoing: openOutgoing({ schemes: ['https', 'http'], listed: [partner] }),
  pauses: { retry: [100, 200, 300], query: [100, 200, 300] },
  limits: { leaseMs, idleMs: 20, concurrent: 6 },
  runnerMs: 20,
})
process.send?.('running')
