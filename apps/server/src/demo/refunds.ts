import { sql } from 'kysely'
import { askRefund } from '#payment'
import type { Db } from '#platform/db/client'
import { bookkeeperName } from './staff.ts'

/** How often somebody returns something, in milliseconds. */
const pauseMs = 90_000

/**
 * Has the made-up bookkeeper pay back an order of the made-up traffic from time to time, as the order page does it.
 * @returns a function that ends it and waits for the refund under way
 */
export function startRefunds(db: Db, log: { warn(details: object, message: string): void }) {
  let refunding: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    refunding = refunding
      .then(() => refundOne(db))
      .catch((error: unknown) => log.warn({ err: error }, 'a made-up refund failed'))
  }, pauseMs)
  return async () => {
    clearInterval(timer)
    await refunding
  }
}

/**
 * Asks for the refund of the oldest paid order of the made-up traffic that has none; of every third one, only half is paid back.
 * @param hours how long ago it may have been opened
 */
export async function refundOne(db: Db, hours = 1): Promise<void> {
  const { rows } = await sql<{ id: string; paidFen: number; by: string }>`
    select o.id, o.paid_fen as "paidFen", a.id as by from payment_order o cross join admin a
    where a.username = ${bookkeeperName} and o.status = 'paid' and o.refunded_fen = 0 and o.channel_no like 'T-%'
      and o.id >= time_id_at(now() - make_interval(hours => ${hours})) and o.paid_fen > 1 order by o.id limit 1`.execute(
    db.withoutPlugins(),
  )
  for (const { id, paidFen, by } of rows) {
    const amountFen = BigInt(id) % 3n === 0n ? Math.floor(paidFen / 2) : paidFen
    await db
      .transaction()
      .execute((write) => askRefund(write, { orderId: id, amountFen, reason: '用户退货', by }))
  }
}
