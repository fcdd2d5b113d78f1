import type { orderNotice } from '@kabao/contract/intake/order-notice'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import { sql } from 'kysely'
import type * as z from 'zod'
import { findLiveKey, signedHeaders } from '#partners'
import { databaseDate, databaseNow } from '#platform/db/now'
import { againIn, type Due, endDue, noticePauses } from './due-work.ts'
import type { NoticeEvent } from './notices.ts'
import { readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'

/** How long a channel may take, in milliseconds. */
const deadlineMs = 10_000
/** The most calls of this instance to one channel at once, and how many begin in a second. */
const limits = { concurrent: 4, calls: 50, seconds: 1 }
/** How many tries are kept. */
const triesKept = 20

interface Notice {
  id: string
  orderId: string
  channelId: string
  event: NoticeEvent
  refundId: string
  status: string
  round: number
  address: string | null
}

/** Sends a notice to its channel, signed with the channel's key; until the channel answers with 2xx, or the tries are used up. */
export async function sendNotice(paying: Paying, due: Due): Promise<void> {
  const { db } = paying
  const { rows } = await sql<Notice>`
    select n.id, n.order_id as "orderId", n.channel_id as "channelId", n.event, n.refund_id as "refundId", n.status, n.round,
      c.notify_url as address
    from payment_notice n join channel c on c.id = n.channel_id where n.id = ${due.refId}`.execute(
    db.withoutPlugins(),
  )
  const [notice] = rows
  if (notice?.status !== 'waiting') return endDue(db, 'notice', due.refId)
  const begun = performance.now()
  const sent = await send(paying, notice)
  await paying.at?.('noticeSent')
  const isTaken = typeof sent === 'number' && sent >= 200 && sent < 300
  const pause = noticePauses[notice.round]
  const status = isTaken ? 'taken' : pause === undefined ? 'givenUp' : 'waiting'
  const tried = { at: databaseDate().toISOString(), said: sent, ms: Math.round(performance.now() - begun) }
  await db.transaction().execute(async (write) => {
    await sql`
      update payment_notice set status = ${status}, round = round + 1, updated_at = now(),
        tries = jsonb_path_query_array(tries, ${`$[last - ${triesKept - 2} to last]`}::jsonpath) || ${JSON.stringify([tried])}::jsonb
      where id = ${notice.id}`.execute(write)
    if (status === 'waiting') await againIn(write, due, pause as number)
    else await endDue(write, 'notice', notice.id)
  })
}

/** @returns the status of the answer, or why there is none */
async function send(
  paying: Paying,
  { id, orderId, channelId, event, refundId, address }: Notice,
): Promise<number | string> {
  const { db, vault, outgoing } = paying
  const order = await readOrder(db, orderId)
  if (!order || address === null) return 'noAddress'
  const keys = await sql<{ key: string }>`select key from api_key
    where channel_id = ${channelId} and revoked_at is null and not is_sandbox limit 1`.execute(db)
  const key = keys.rows[0] && (await findLiveKey(db, vault, keys.rows[0].key))
  if (!key || !keys.rows[0]) return 'noKey'
  const refund =
    event === 'refunded'
      ? await sql<{
          amountFen: number
        }>`select amount_fen as "amountFen" from payment_refund where id = ${refundId}`.execute(
          db.withoutPlugins(),
        )
      : null
  const told: z.infer<typeof orderNotice> = {
    noticeId: id,
    event,
    orderNo: order.channelNo,
    status: order.status,
    amountFen: order.amountFen,
    productId: order.productId,
    userId: order.userId,
    paidAt: order.paidAt,
    refundedFen: order.refundedFen,
    ...(refund?.rows[0] && { refundFen: refund.rows[0].amountFen }),
  }
  const body = JSON.stringify(told)
  let target: string
  try {
    const url = new URL(address)
    target = url.pathname + url.search
  } catch {
    return 'address'
  }
  const now = databaseNow()
  const secrets = key.secrets
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
    .map(({ value }) => value)
  const result = await outgoing.call({
    address,
    method: 'POST',
    body,
    deadlineMs,
    limits,
    key: `notice:${channelId}`,
    headers: {
      'content-type': 'application/json',
      [signatureHeaders.channel]: keys.rows[0].key,
      ...signedHeaders({ method: 'POST', target, body: Buffer.from(body) }, secrets, now),
    },
  })
  return 'status' in result && result.status !== undefined
    ? result.status
    : 'why' in result
      ? result.why
      : result.kind
}
