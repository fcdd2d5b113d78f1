import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { DeliveryOver } from '#platform/deliveries/kind'
import { addDeliveries, bringForward, sendAgain } from '#platform/deliveries/results'
import type { Due } from './due-work.ts'
import type { Paying } from './payment-context.ts'

export type NoticeEvent = 'paid' | 'refunded' | 'closed' | 'failed'

/** The kind of the deliveries of notices; their target is the channel. */
export const noticeKind = 'orderNotice'

interface Notice {
  id: string
  orderId: string
  channelId: string
  event: NoticeEvent
  /** How often it was tried by an older instance. */
  round: number
  deliveryId: string | null
}

const columns = sql`id, order_id as "orderId", channel_id as "channelId", event, round, delivery_id as "deliveryId"`

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
  const { rows } = await sql<Notice>`
    insert into payment_notice (order_id, channel_id, event, refund_id)
    select ${orderId}, id, ${event}, ${refundId} from channel where id = ${channelId} and notify_url is not null
    on conflict do nothing returning ${columns}`.execute(write.withoutPlugins())
  await deliver(write, rows)
}

/** Has notices that wait delivered: by the deliveries that they have, by new ones where those were dropped with their day. */
async function deliver(write: Db, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const known = notices.flatMap(({ deliveryId }) => deliveryId ?? [])
  const under =
    known.length === 0
      ? []
      : [...(await bringForward(write, known)), ...(await sendAgain(write, known, ['sent', 'dead']))]
  const rest = notices.filter(({ deliveryId }) => deliveryId === null || !under.includes(deliveryId))
  if (rest.length === 0) return
  const added = await addDeliveries(
    write,
    rest.map(({ id, orderId, channelId, event, round }) => ({
      kind: noticeKind,
      targetId: channelId,
      event,
      eventId: id,
      refId: orderId,
      round,
    })),
  )
  await sql`
    update payment_notice n set delivery_id = a.delivery_id
    from unnest(${rest.map(({ id }) => id)}::bigint[], ${added}::bigint[]) a (id, delivery_id) where n.id = a.id`.execute(
    write,
  )
}

/** Keeps with the notice whether its channel has taken it: its delivery is dropped earlier. */
export async function noteOver(write: Db, ended: readonly DeliveryOver[]): Promise<void> {
  await sql`
    update payment_notice n set status = e.status, updated_at = now()
    from unnest(${ended.map(({ eventId }) => eventId)}::bigint[],
      ${ended.map(({ state }) => (state === 'sent' ? 'taken' : 'givenUp'))}::text[]) e (id, status)
    where n.id = e.id`.execute(write)
}

/** Sends a notice again, at once, and with all its tries if it is over, in the caller's transaction. */
export async function resendNotice(write: Db, id: string): Promise<void> {
  const { rows } = await sql<Notice>`
    update payment_notice set status = 'waiting', round = 0, told_at = null, updated_at = now() where id = ${id} and status <> 'waiting'
    returning ${columns}`.execute(write.withoutPlugins())
  if (rows.length > 0) return deliver(write, rows)
  const waiting = await sql<{ deliveryId: string }>`
    select delivery_id as "deliveryId" from payment_notice where id = ${id} and delivery_id is not null`.execute(
    write.withoutPlugins(),
  )
  await bringForward(
    write,
    waiting.rows.map(({ deliveryId }) => deliveryId),
  )
}

/** SQL condition on an order `t`: it has a notice that is not being sent. */
export const hasNoticeToResend = sql`exists (select from payment_notice n where n.order_id = t.id and n.status <> 'waiting')`

/**
 * Sends the notices of orders again, each with all its tries, in the caller's transaction; those that are being sent stay as they are.
 * @returns the ids of the orders with such notices
 */
export async function resendNoticesOf(write: Db, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Notice>`
    update payment_notice set status = 'waiting', round = 0, told_at = null, updated_at = now()
    where order_id = any(${[...orderIds]}::bigint[]) and status <> 'waiting' returning ${columns}`.execute(
    write.withoutPlugins(),
  )
  await deliver(write, rows)
  return [...new Set(rows.map(({ orderId }) => orderId))]
}

/**
 * An older instance beside this one adds notices as steps of payments: each goes on as a delivery, under its id and with the tries that are
 * left. While the older instance sends it, its claim keeps it.
 */
export const takeOver = ({ db }: Paying, { refId, claims }: Due): Promise<void> =>
  db.transaction().execute(async (write) => {
    const { numAffectedRows } = await sql`
      delete from payment_due where kind = 'notice' and ref_id = ${refId} and claims = ${claims}`.execute(
      write,
    )
    if (numAffectedRows !== 1n) return
    const { rows } = await sql<Notice>`
      select ${columns} from payment_notice where id = ${refId} and status = 'waiting' for update`.execute(
      write.withoutPlugins(),
    )
    await deliver(write, rows)
  })
