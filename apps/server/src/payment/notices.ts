import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { addDue, addDueInTurn } from './due-work.ts'

export type NoticeEvent = 'paid' | 'refunded' | 'closed' | 'failed'

/** Notes in the caller's transaction that a channel is to be told; nothing if it has no address. */
export async function addNotice(
  write: Db,
  {
    orderId,
    channelId,
    event,
    refundId = '0',
  }: { orderId: string; channelId: string; event: NoticeEvent; refundId?: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_notice (order_id, channel_id, event, refund_id)
    select ${orderId}, id, ${event}, ${refundId} from channel where id = ${channelId} and notify_url is not null
    on conflict do nothing returning id`.execute(write.withoutPlugins())
  const id = rows[0]?.id
  if (id !== undefined) await addDue(write, 'notice', id, 0)
}

/** Sends a notice again, at once and with all its tries, in the caller's transaction. @returns false if there is none */
export async function resendNotice(write: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_notice set status = 'waiting', round = 0, told_at = null, updated_at = now() where id = ${id}`.execute(
    write,
  )
  if (numAffectedRows !== 1n) return false
  await addDue(write, 'notice', id, 0)
  return true
}

/** How many notices are sent again in a second by acts on many orders, by all instances together. */
const perSecond = 20

/** SQL condition on an order `t`: it has a notice that is not being sent. */
export const hasNoticeToResend = sql`exists (select from payment_notice n where n.order_id = t.id and n.status <> 'waiting')`

/**
 * Sends the notices of orders again, one after another and each with all its tries, in the caller's transaction; those that are being
 * sent stay as they are.
 * @returns the ids of the orders with such notices
 */
export async function resendNoticesOf(write: Db, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    with again as (
      update payment_notice set status = 'waiting', round = 0, told_at = null, updated_at = now()
      where order_id = any(${orderIds}::bigint[]) and status <> 'waiting' returning id, order_id
    )
    select id, order_id as "orderId" from again order by id`.execute(write.withoutPlugins())
  await addDueInTurn(
    write,
    'notice',
    rows.map(({ id }) => id),
    perSecond,
  )
  return [...new Set(rows.map(({ orderId }) => orderId))]
}
