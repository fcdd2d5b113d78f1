import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { attempt, noteRoute } from './attempts.ts'
import { noteFailure, noteSuccess } from './breaker.ts'
import { callbackPath } from './callback-address.ts'
import { readCollection } from './collections.ts'
import { failOrder, giveBackPlace } from './end-order.ts'
import { today } from './open-order.ts'
import { lockOrder, type Order, readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'
import type { PayWay } from './provider.ts'
import { claimLimit, draw, type RouteReason, readTerms, type WhyNot } from './route.ts'

/** How many collection channels are asked at most in one call of a channel. */
const mostAsked = 3
/** For how long another instance may be asking a provider about an order, in milliseconds; longer than any call takes. */
const askingMs = 30_000
/** How long a repeated call waits for the first one, in milliseconds. */
const waitMs = 6_000

/** How a user pays, as the channel's page wants it. */
export interface Device {
  device: 'pc' | 'mobile' | 'qr'
  returnUrl?: string | undefined
}

/**
 * Finds a collection channel for an order and asks its provider for a payment; no transaction is open during a call. If a provider
 * refuses, or nothing is known, the next channel is tried. Asked again, it returns what there is, or tries anew.
 * @returns the order; without `pay` if nobody took it yet, and `failed` if every channel has surely refused
 */
export async function startPayment(paying: Paying, orderId: string, device: Device): Promise<Order> {
  const { db } = paying
  const until = performance.now() + waitMs
  const tried = new Map<string, boolean>()
  for (;;) {
    const order = await readOrder(db, orderId)
    if (!order) throw new Error(`there is no order ${orderId}`)
    if (order.status !== 'created' || order.pay !== null || Date.parse(order.closesAt) <= databaseNow())
      return order
    const routed = tried.size < mostAsked ? await route(paying, order, new Set(tried.keys())) : null
    if (routed === 'taken') {
      if (performance.now() > until) return order
      await new Promise((done) => setTimeout(done, 150))
      continue
    }
    if (routed === null) {
      // An order about which anything is unclear stays open: the steps of the order ask what became of it.
      if ([...tried.values()].every((isSure) => isSure)) await failOrder(paying, orderId)
      return (await readOrder(db, orderId)) as Order
    }
    await paying.at?.('routed')
    const outcome = await create(paying, order, routed, device)
    if (outcome === 'created') return (await readOrder(db, orderId)) as Order
    tried.set(routed.collectionId, outcome === 'refused')
  }
}

interface Routing {
  collectionId: string
  link?: string | undefined
}

/**
 * Gives the order its collection channel, with its place within the daily limit and its link, in one transaction.
 * @returns `taken` if another call is asking a provider about it; null if no channel fits
 */
async function route(
  paying: Paying,
  order: Order,
  tried: ReadonlySet<string>,
): Promise<Routing | 'taken' | null> {
  const wanted = { orderId: order.id, amountFen: order.amountFen, productId: order.productId }
  const { fitting, whyNot } = draw(wanted, await readTerms(paying.db), {
    tried,
    takesSandbox: paying.takesSandbox,
  })
  for (const { id: collectionId } of fitting) {
    try {
      return await paying.db
        .transaction()
        .execute((write) => take(write, paying, order.id, collectionId, whyNot))
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error
      whyNot.push([collectionId, error.reason])
    }
  }
  await noteRoute(paying.db, { orderId: order.id, collectionId: null, whyNot })
  return null
}

/** Rolls the transaction back. */
class LeftOut extends Error {
  readonly reason: RouteReason

  constructor(reason: RouteReason) {
    super(reason)
    this.reason = reason
  }
}

async function take(
  write: Db,
  paying: Paying,
  orderId: string,
  collectionId: string,
  whyNot: readonly WhyNot[],
): Promise<Routing | 'taken'> {
  const order = await lockOrder(write, orderId)
  if (order?.status !== 'created' || order.pay !== null) return 'taken'
  // The instance that asked before was killed if it has not come back since.
  if (order.collectionId !== null && Date.parse(order.updatedAt) > databaseNow() - askingMs) return 'taken'
  await giveBackPlace(write, paying, order)
  const { productId, amountFen } = order
  const day = today(paying)
  const { rows } = await sql<{ provider: string }>`
    update payment_order o set collection_id = c.id, provider = c.provider, limit_day = ${day}, updated_at = now()
    from collection c where o.id = ${orderId} and c.id = ${collectionId} returning c.provider`.execute(
    write.withoutPlugins(),
  )
  if (!(await claimLimit(write, { collectionId, day, amountFen }))) throw new LeftOut('dailyLimit')
  let link: { linkId: string; url: string } | null = null
  if (rows[0]?.provider === 'pool') {
    link = await paying.pool.assignLink(write, { orderId, productId, amountFen, collectionId })
    if (link === null) throw new LeftOut('noLink')
    await sql`update payment_order set pool_link_id = ${link.linkId} where id = ${orderId}`.execute(write)
  }
  await noteRoute(write, { orderId, collectionId, whyNot })
  return { collectionId, link: link?.url }
}

/** Asks the provider for the payment. What is refused or unclear leaves the order without a collection channel. */
async function create(
  paying: Paying,
  order: Order,
  { collectionId, link }: Routing,
  { device, returnUrl }: Device,
): Promise<'created' | 'refused' | 'unknown'> {
  const { db, vault } = paying
  const collection = await readCollection(db, vault, collectionId)
  if (!collection) throw new Error(`there is no collection channel ${collectionId}`)
  const created = await attempt(db, { orderId: order.id, collectionId, kind: 'create' }, () =>
    paying.providerOf(collection).create({
      orderNo: order.id,
      amountFen: order.amountFen,
      subject: order.subject.slice(0, 64),
      notifyUrl: paying.baseAddress() + callbackPath(collection.callbackToken),
      expiresAt: new Date(order.closesAt),
      device,
      ...(returnUrl !== undefined && { returnUrl }),
      ...(order.ip !== null && { clientIp: order.ip }),
      ...(link !== undefined && { link }),
    }),
  )
  await paying.at?.('created')
  if (created.outcome === 'created') {
    await noteSuccess(db, collectionId)
    await keepPay(db, order.id, collectionId, created.pay)
    return 'created'
  }
  await noteFailure(db, collectionId)
  await db.transaction().execute(async (write) => {
    const locked = await lockOrder(write, order.id)
    if (locked?.status !== 'created' || locked.pay !== null || locked.collectionId !== collectionId) return
    await giveBackPlace(write, paying, locked)
    await sql`update payment_order set collection_id = null, provider = null, updated_at = now()
      where id = ${order.id}`.execute(write)
  })
  return created.outcome
}

const keepPay = (db: Db, orderId: string, collectionId: string, pay: PayWay) =>
  sql`update payment_order set pay = ${JSON.stringify(pay)}::jsonb, updated_at = now()
    where id = ${orderId} and collection_id = ${collectionId} and pay is null and status = 'created'`.execute(
    db,
  )
