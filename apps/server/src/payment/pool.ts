import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseDate } from '#platform/db/now'

/** An order that needs a link. */
export interface PoolOrder {
  orderId: string
  productId: string
  /** What the link must ask for. */
  amountFen: number
  /** The collection channel of the order; its own links come first, then those of any channel. */
  collectionId?: string | null
  /** The link must still be valid then. Default: now. */
  now?: Date
}

export interface AssignedLink {
  linkId: string
  url: string
}

/**
 * Gives the oldest fitting idle link to an order, in the caller's transaction. An order that has a link already gets the same one.
 * Links that other orders are getting at this moment are passed over, so no order waits for another.
 * @returns null if no idle link fits
 */
export async function assignLink(write: Db, order: PoolOrder): Promise<AssignedLink | null> {
  const { orderId, collectionId } = order
  const own = await linkOf(write, orderId)
  if (own) return own
  const given = collectionId ? await take(write, order, collectionId) : undefined
  // Another call for this order may have been faster; then its link is the order's.
  return given ?? (await take(write, order, null)) ?? (await linkOf(write, orderId)) ?? null
}

/** The link that an order has now. */
async function linkOf(db: Db, orderId: string): Promise<AssignedLink | undefined> {
  const { rows } = await sql<AssignedLink>`
    select l.id as "linkId", l.url from pool_assignment a join pool_link l on l.id = a.link_id
    where a.order_id = ${orderId} and a.ended_at is null`.execute(db.withoutPlugins())
  return rows[0]
}

/** @param collectionId the channel of the links; null: the links of any channel */
async function take(
  write: Db,
  { orderId, productId, amountFen, now = databaseDate() }: PoolOrder,
  collectionId: string | null,
): Promise<AssignedLink | undefined> {
  const { rows } = await sql<AssignedLink>`
    with free as (
      select l.id from pool_link l
      where l.status = 'idle' and l.product_id = ${productId} and l.amount_fen = ${amountFen}
        and coalesce(l.collection_id, 0) = ${collectionId ?? 0}
        and coalesce(l.expires_at, 'infinity') > ${now.toISOString()}
      order by l.id limit 1 for no key update skip locked
    ), taken as (
      insert into pool_assignment as a (order_id, link_id) select ${orderId}, id from free
      on conflict (order_id) do update set link_id = excluded.link_id, at = now(), ended_at = null
        where a.ended_at is not null
      returning link_id
    )
    update pool_link l set status = 'assigned', version = l.version + 1, updated_at = now(), updated_by = null
    from taken where l.id = taken.link_id returning l.id as "linkId", l.url`.execute(write.withoutPlugins())
  return rows[0]
}

interface Held {
  linkId: string
  status: string
  /** Whether the link is the order's; otherwise it was given back. */
  isHeld: boolean
  isPast: boolean
}

/** Locks the link that an order has, or the last one that it had, with its assignment. */
async function lockLink(write: Db, orderId: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select l.id as "linkId", l.status, a.ended_at is null as "isHeld", coalesce(l.expires_at <= now(), false) as "isPast"
    from pool_assignment a join pool_link l on l.id = a.link_id
    where a.order_id = ${orderId} for no key update`.execute(write.withoutPlugins())
  return rows[0]
}

const setStatus = (write: Db, linkId: string, status: 'idle' | 'used' | 'expired') =>
  sql`
  update pool_link set status = ${status}, version = version + 1, updated_at = now(), updated_by = null,
    acts_at = ${status === 'idle' ? sql`expires_at` : null}
  where id = ${linkId}`.execute(write)

/**
 * Gives the link of an unpaid order back: it is idle again, or expired if its time has passed. A used link stays with its order.
 * @returns whether a link was given back; a second call changes nothing
 */
export async function giveBackLink(write: Db, { orderId }: { orderId: string }): Promise<boolean> {
  const held = await lockLink(write, orderId)
  if (!held?.isHeld || held.status !== 'assigned') return false
  await sql`update pool_assignment set ended_at = now() where order_id = ${orderId}`.execute(write)
  await setStatus(write, held.linkId, held.isPast ? 'expired' : 'idle')
  return true
}

/**
 * Marks the link of a paid order as used. If the link was given back before the payment came, the order gets it again while it is
 * still idle.
 * @returns false if the link is no longer the order's, so that the payment must be paid back; true also for a repeated call
 */
export async function useLink(write: Db, { orderId }: { orderId: string }): Promise<boolean> {
  const held = await lockLink(write, orderId)
  if (!held) return false
  if (held.isHeld && held.status === 'used') return true
  if (held.status !== (held.isHeld ? 'assigned' : 'idle')) return false
  if (!held.isHeld)
    await sql`update pool_assignment set ended_at = null where order_id = ${orderId}`.execute(write)
  await setStatus(write, held.linkId, 'used')
  return true
}
