/** A process that does what is due of pushes, orders and channels like an instance of the service, for a test to kill. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEngine } from '#engine/start'
import { bookResults } from '#ledger/channel-cost/book-results'
import { createPaying, providersBy } from '#payment/open'
import type { Point } from '#payment/payment-context'
import { startPayments } from '#payment/worker'
import { createDb, createPool } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createVault } from '#platform/keys/vault'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { businessClock } from '#platform/settings/business-clock'
import { createSettings } from '#platform/settings/settings'
import { startNotices } from '../pay-notices.ts'

export interface WorkerTask {
  database: object
  key: string
  /** `host:port` of those who may be called. */
  outside: string[]
  leaseMs: number
  /** At this point of a payment it sends the message `at` and goes no further. */
  stopAt?: Point
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
const [{ database, key, outside, leaseMs, stopAt }] = (await once(process, 'message')) as [WorkerTask]

const pool = createPool(database)
pool.on('error', () => undefined)
const db = createDb(pool)
const listener = createListener(pool.options, () => undefined)
const settings = await createSettings(db, listener, log)
const outgoing = createOutgoing({ schemes: ['https', 'http'], listed: outside })
const vault = createVault(key)
await startEngine({
  db,
  vault,
  settings,
  listener,
  log,
  outgoing,
  pauses: { retry: [200, 400, 800], query: [200, 400, 800, 1_600, 3_200, 6_400, 12_800] },
  limits: { leaseMs, idleMs: 50, concurrent: 6 },
})
const paying = createPaying(
  { db, vault, settings, outgoing, providerOf: providersBy(outgoing), takesSandbox: true },
  {
    log,
    listensAt: () => 'http://127.0.0.1:1',
    at: (point) => {
      if (point !== stopAt) return
      process.send?.('at')
      return new Promise(() => undefined)
    },
  },
)
startPayments(paying, { concurrent: 6, leaseMs, idleMs: 50 })
startNotices(paying, { leaseMs, idleMs: 50 })
process.send?.('running')
for (;;) {
  await bookResults(db, () => businessClock(settings)).catch(() => undefined)
  await sleep(400)
}
