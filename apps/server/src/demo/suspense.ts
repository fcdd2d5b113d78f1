import { sql } from 'kysely'
import { takeUnfitting } from '#payment'
import type { Db } from '#platform/db/client'
import { storedClock } from '#platform/settings/business-clock'

/** Payments of the demo that fit no order: two of another amount than their order, and one of an order that is not ours. */
export const addSuspense = (db: Db): Promise<void> =>
  db.transaction().execute(async (write) => {
    const clock = await storedClock(write)
    const { rows } = await sql<{ id: string; channelId: string; collectionId: string; amountFen: number }>`
      select id, channel_id as "channelId", collection_id as "collectionId", amount_fen as "amountFen" from payment_order
      where status = 'closed' order by id desc limit 3`.execute(write.withoutPlugins())
    for (const [nth, { id, channelId, collectionId, amountFen }] of rows.entries()) {
      const isOurs = nth < 2
      await takeUnfitting(
        write,
        { clock: () => clock },
        {
          collectionId,
          provider: 'sandbox',
          tradeNo: `SU${id}`,
          paidAt: new Date(),
          orderNo: isOurs ? id : '20260301000017',
          order: isOurs ? { id, channelId } : null,
          amountFen: amountFen + 100,
        },
      )
    }
  })
