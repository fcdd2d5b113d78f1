import { sql } from 'kysely'
import { payloadPurpose } from '#ledger'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import type { Bookkeeping } from './bookkeeper.ts'

const reason = '用户重复购买，全额退款'

/** Adds a refund by the bookkeeper that waits for a review, because it is above what one person may pay back. */
export async function addChange(db: Db, vault: Vault, { bookkeeper }: Bookkeeping): Promise<void> {
  const { rows: orders } = await sql<{ id: string; channelNo: string; channelId: string; fen: number }>`
    select id, channel_no as "channelNo", channel_id as "channelId", paid_fen as fen from payment_order
    where status = 'paid' and refunded_fen = 0 and refunding_fen = 0 and trade_no is not null
    order by paid_fen desc, id desc limit 1`.execute(db.withoutPlugins())
  const [order] = orders
  if (!order) return
  // Whoever has changed the setting keeps it.
  const alone = Math.floor(order.fen / 2)
  await sql`insert into setting (key, value) values ('payment.refundAloneFen', to_jsonb(${alone}::int)) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into change_request (kind, target_id, target_name, channel_id, amount_fen, facts, reason, created_by, created_at)
    values ('refund', ${order.id}, ${order.channelNo}, ${order.channelId}, ${order.fen}, '[]', ${reason}, ${bookkeeper},
      now() - interval '3 hours') returning id`.execute(db)
  const { id } = rows[0] as { id: string }
  const payload = JSON.stringify({ amountFen: order.fen, reason })
  await sql`update change_request set payload_sealed = ${vault.seal(payload, payloadPurpose(id))} where id = ${id}`.execute(
    db,
  )
}
