import { setTimeout as sleep } from 'node:timers/promises'
import { startEngine } from '#engine/start'
import { bookResults } from '#ledger/channel-cost/book-results'
import { createPaying, providersBy } from '#payment/open'
import { startPayments } from '#payment/worker'
import { createDb } from '#platform/db/client'
import { createListener } from '#platform/db/listen'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { businessClock } from '#platform/settings/business-clock'
import { createSettings } from '#platform/settings/settings'
import { startNotices } from '../pay-notices.ts'
import type { MoneyWorld } from './world.ts'

/** A lease that no step outlasts here, so that what is due earlier waits for its time only. In milliseconds. */
const leaseMs = 86_400_000
const query = Array.from({ length: 40 }, () => 100)

/**
 * Lets an instance finish what the killed ones left: no other one may live. Their leases end at once, no step waits for its time, and
 * an order that nobody has paid can be paid no longer.
 * @throws Error if something is still under way after `ms`
 */
export async function comeToRest(world: MoneyWorld, ms: number): Promise<void> {
  const { pool, servicePool, vault } = world
  await pool.query(`update due_step set due_at = now() - interval '1 second' where due_at <> 'infinity'`)
  await pool.query(`update payment_order set closes_at = now() where status = 'created'`)
  await pool.query('update payment_due set due_at = now()')
  await pool.query('update delivery_due set due_at = now()')
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: ({ err }: { err?: unknown }, message: string) => void errors.push(`${message}: ${err}`),
  }
  const db = createDb(servicePool)
  const listener = createListener(servicePool.options, () => undefined)
  const settings = await createSettings(db, listener, log)
  const outgoing = createOutgoing({ schemes: ['https', 'http'], listed: world.outside })
  const engine = await startEngine({
    db,
    vault,
    settings,
    listener,
    log,
    outgoing,
    pauses: { retry: [100, 100, 100], query },
    limits: { leaseMs, idleMs: 20, concurrent: 8 },
  })
  const services = { db, vault, settings, outgoing, providerOf: providersBy(outgoing), takesSandbox: true }
  const paying = createPaying(services, { log, listensAt: () => 'http://127.0.0.1:1' })
  const payments = startPayments(paying, { concurrent: 8, leaseMs, idleMs: 20 })
  const noticing = startNotices(paying, { leaseMs, idleMs: 20 })
  try {
    for (const end = performance.now() + ms; ; await sleep(100)) {
      await pool.query(
        `update payment_due set due_at = now() - interval '1 second' where due_at > now() and due_at < now() + interval '12 hours'`,
      )
      const { rows } = await pool.query<{ n: number }>(
        `select (select count(*) from due_step)::int + (select count(*) from payment_due)::int
           + (select count(*) from delivery_due)::int as n`,
      )
      if (rows[0]?.n === 0) break
      if (performance.now() > end) {
        const left = await pool.query(
          `(select 'pipeline' as of, kind, user_id as id, due_at, claims from due_step limit 5)
           union all (select 'payments', kind, ref_id, due_at, claims from payment_due limit 5)
           union all (select 'deliveries', target, delivery_id, due_at, claims from delivery_due limit 5)`,
        )
        throw new Error(`not at rest: ${JSON.stringify([left.rows, errors.slice(0, 5)])}`)
      }
    }
    await bookResults(db, () => businessClock(settings))
  } finally {
    await Promise.all([engine.stop(), payments.stop(), noticing.stop()])
    await listener.stop()
  }
}
