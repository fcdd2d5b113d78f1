import { businessDayAt } from '@kabao/contract/kernel/business-clock'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import { addDue, queryTimes } from './due-work.ts'
import { addNotice } from './notices.ts'
import { findOrder, type Order, readOrder } from './orders.ts'
import type { Paying } from './payment-context.ts'
import { type StockRefusal, takeStock } from './take-stock.ts'

/** How long an order can be paid, in minutes. */
export const payMinutes = 30

/** What a channel orders for one of its users. */
export interface Wanted {
  channelId: string
  /** The channel's own number, unique in the channel. */
  channelNo: string
  userId: string
  productId: string
  ip: string
}

/** `otherOrder`: the number is that of another order. */
export type OpenRefusal = StockRefusal | 'noSuchUser' | 'noSuchProduct' | 'otherOrder'

/**
 * Opens an order, once for each number of the channel: its piece of the stock and its row are written in one transaction. Nothing is
 * asked at a provider yet. Asked again, the same order.
 */
export async function openOrder(
  { db }: Pick<Paying, 'db'>,
  wanted: Wanted,
): Promise<Order | { refusal: OpenRefusal }> {
  const known = await findOrder(db, wanted)
  if (known) return sameOrder(known, wanted)
  try {
    const id = await db.transaction().execute((write) => insertOrder(write, wanted))
    if (id !== null) return (await readOrder(db, id)) as Order
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
  const first = await findOrder(db, wanted)
  if (!first) throw new Error('a number of a channel names no order')
  return sameOrder(first, wanted)
}

/** Rolls the transaction back. */
class Refused extends Error {
  readonly refusal: OpenRefusal

  constructor(refusal: OpenRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const sameOrder = (order: Order, { userId, productId }: Wanted): Order | { refusal: OpenRefusal } =>
  order.userId === userId && order.productId === productId ? order : { refusal: 'otherOrder' }

/** @returns the id; null if the number has an order already */
async function insertOrder(
  write: Db,
  { channelId, channelNo, userId, productId, ip }: Wanted,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_number (channel_id, channel_no, order_id) values (${channelId}, ${channelNo}, time_id())
    on conflict do nothing returning order_id as id`.execute(write.withoutPlugins())
  const id = rows[0]?.id
  if (id === undefined) return null
  // Locked, so that the user is not deleted before the order with the address is there.
  const user =
    await sql`select from "user" where id = ${userId} and channel_id = ${channelId} and status <> 'deleted'
    for share`.execute(write)
  if (user.rows.length === 0) throw new Refused('noSuchUser')
  const product = await sql<{ name: string; priceFen: number }>`
    select name, price_fen as "priceFen" from product where id = ${productId} and status = 'onSale'
      and coalesce(on_sale_from <= now(), true) and coalesce(on_sale_to > now(), true)`.execute(
    write.withoutPlugins(),
  )
  const [sold] = product.rows
  if (!sold) throw new Refused('noSuchProduct')
  const refusal = await takeStock(write, { productId, userId })
  if (refusal) throw new Refused(refusal)
  const isFree = sold.priceFen === 0
  await sql`
    insert into payment_order (id, channel_id, channel_no, user_id, product_id, subject, amount_fen, ip, has_stock, closes_at,
      status, paid_at)
    values (${id}, ${channelId}, ${channelNo}, ${userId}, ${productId}, ${sold.name}, ${sold.priceFen}, ${ip}, true,
      time_of_id(${id}) + ${payMinutes} * interval '1 minute', ${isFree ? 'paid' : 'created'},
      ${isFree ? sql`now()` : null})`.execute(write)
  if (isFree) await addNotice(write, { orderId: id, channelId, event: 'paid' })
  else await addDue(write, 'order', id, queryTimes[0])
  return id
}

/** The business day of now. */
export const today = ({ clock }: Pick<Paying, 'clock'>): string => businessDayAt(databaseNow(), clock())
