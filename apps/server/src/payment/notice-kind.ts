import type { orderNotice } from '@kabao/contract/intake/order-notice'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import { noticePauseSeconds } from '@kabao/contract/payment/payment-order'
import { sql } from 'kysely'
import type * as z from 'zod'
import { findLiveKey, signedHeaders } from '#partners'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Delivery, DeliveryCall, DeliveryKind, Prepared } from '#platform/deliveries/kind'
import type { Vault } from '#platform/keys/vault'
import { noteOver, noticeKind } from './notices.ts'

/** How long a channel may take, in milliseconds. */
const deadlineMs = 10_000

/** Notices of orders to the addresses of channels, signed with their keys, until they answer with 2xx. */
export const orderNotices = (vault: Vault): DeliveryKind => ({
  name: noticeKind,
  pauses: noticePauseSeconds.map((seconds) => seconds * 1_000),
  prepare: (db, channelId, deliveries) => prepare(db, vault, channelId, deliveries),
  over: noteOver,
})

type NoticeBody = z.infer<typeof orderNotice>

async function prepare(
  db: Db,
  vault: Vault,
  channelId: string,
  deliveries: readonly Delivery[],
): Promise<Prepared> {
  const signed = await signerOf(db, vault, channelId)
  const bodies = typeof signed === 'string' ? new Map<string, string>() : await bodiesOf(db, deliveries)
  const why = typeof signed === 'string' ? signed : 'noOrder'
  return {
    calls: deliveries.flatMap(({ id, eventId }) => {
      const body = bodies.get(eventId)
      return body === undefined || typeof signed === 'string' ? [] : [callOf(id, signed(body), body)]
    }),
    ended: new Map(),
    later: new Map(deliveries.flatMap(({ id, eventId }) => (bodies.has(eventId) ? [] : [[id, why]]))),
  }
}

interface Signed {
  address: string
  headers: Record<string, string>
}

/** Signs for a channel what goes to its address, or says why it cannot. */
async function signerOf(
  db: Db,
  vault: Vault,
  channelId: string,
): Promise<string | ((body: string) => Signed)> {
  const { rows } = await sql<{ address: string | null; key: string | null }>`
    select c.notify_url as address, (select k.key from api_key k
      where k.channel_id = c.id and k.revoked_at is null and not k.is_sandbox limit 1) as key
    from channel c where c.id = ${channelId}`.execute(db.withoutPlugins())
  const { address = null, key: name = null } = rows[0] ?? {}
  if (address === null) return 'noAddress'
  const key = name === null ? null : await findLiveKey(db, vault, name)
  if (!key || name === null) return 'noKey'
  const url = URL.parse(address)
  if (!url) return 'address'
  return (body) => {
    const now = databaseNow()
    const secrets = key.secrets
      .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
      .map(({ value }) => value)
    const request = { method: 'POST', target: url.pathname + url.search, body: Buffer.from(body) }
    return {
      address,
      headers: {
        'content-type': 'application/json',
        [signatureHeaders.channel]: name,
        ...signedHeaders(request, secrets, now),
      },
    }
  }
}

/** What is told, by the number of the notice. */
async function bodiesOf(db: Db, deliveries: readonly Delivery[]): Promise<Map<string, string>> {
  const { rows } = await sql<NoticeBody & { refundFen: number | null }>`
    select n.id as "noticeId", n.event, o.channel_no as "orderNo", o.status, o.amount_fen as "amountFen", o.product_id as "productId",
      o.user_id as "userId", o.paid_at as "paidAt", o.refunded_fen as "refundedFen",
      (select r.amount_fen from payment_refund r where r.id = n.refund_id and n.event = 'refunded') as "refundFen"
    from payment_notice n join payment_order o on o.id = n.order_id
    where n.id = any(${deliveries.map(({ eventId }) => eventId)}::bigint[])`.execute(db.withoutPlugins())
  return new Map(
    rows.map(({ refundFen, ...told }) => [
      told.noticeId,
      JSON.stringify(refundFen === null ? told : Object.assign(told, { refundFen })),
    ]),
  )
}

const callOf = (id: string, { address, headers }: Signed, body: string): DeliveryCall => ({
  ids: [id],
  request: { address, method: 'POST', headers, body, deadlineMs },
  kept: { method: 'POST', url: address, headers, body },
  read: (result) => ({
    outcome: result.kind === 'answer' && result.status >= 200 && result.status < 300 ? 'ok' : 'failed',
    reason: null,
  }),
  hide: (text) => text,
})
