/** A process that does one act on orders like an instance of the service, for a test to kill. */
import { once } from 'node:events'
import { orderFor } from '#intake/order'
import { takeCallback } from '#payment/callback'
import { createPaying, providersBy } from '#payment/open'
import { startPayments } from '#payment/worker'
import { createDb, createPool } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createVault } from '#platform/keys/vault'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { createSettings } from '#platform/settings/settings'
import { startNotices } from './pay-notices.ts'

/** `order`: a channel orders. `callback`: a provider reports a payment. `work`: what is due about orders, refunds and notices is done. */
export type PayAct =
  | { order: Parameters<typeof orderFor>[1] }
  | { callback: { collectionId: string; headers: Record<string, string>; body: string } }
  | 'work'

export interface PayTask {
  database: object
  key: string
  /** `host:port` of those who may be called. */
  outside: string[]
  act: PayAct
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Its parent is gone, and no other process will end it.
process.once('disconnect', () => process.exit())
process.send?.('there')
const [{ database, key, outside, act }] = (await once(process, 'message')) as [PayTask]

const pool = createPool(database)
pool.on('error', () => undefined)
const db = createDb(pool)
const outgoing = createOutgoing({ schemes: ['https', 'http'], listed: outside })
const settings = await createSettings(
  db,
  createListener(pool.options, () => undefined),
  log,
)
const paying = createPaying(
  { db, vault: createVault(key), settings, outgoing, providerOf: providersBy(outgoing), takesSandbox: true },
  { log, listensAt: () => 'http://127.0.0.1:1' },
)
process.send?.('running')
if (act === 'work') {
  startPayments(paying, { concurrent: 1, leaseMs: 600_000, idleMs: 20 })
  startNotices(paying, { leaseMs: 600_000, idleMs: 20 })
} else if ('order' in act) await orderFor(paying, act.order)
else {
  const { collectionId, headers, body } = act.callback
  await takeCallback(paying, {
    collectionId,
    isById: false,
    headers,
    ip: '127.0.0.1',
    query: '',
    rawBody: Buffer.from(body),
  })
}
