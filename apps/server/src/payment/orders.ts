import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { PayWay } from './provider.ts'

export type OrderStatus = 'created' | 'paid' | 'refunding' | 'refunded' | 'closed' | 'failed'

/** An order as the acts on it read it. Amounts are in fen. */
export interface Order {
  id: string
  channelId: string
  channelNo: string
  userId: string
  productId: string
  collectionId: string | null
  provider: string | null
  tradeNo: string | null
  subject: string
  status: OrderStatus
  amountFen: number
  feeFen: number
  paidFen: number
  refundedFen: number
  refundingFen: number
  pay: PayWay | null
  poolLinkId: string | null
  hasStock: boolean
  limitDay: string | null
  ip: string | null
  createdAt: string
  closesAt: string
  paidAt: string | null
  /** When the row was last changed. */
  updatedAt: string
}

const columns = sql`id, channel_id as "channelId", channel_no as "channelNo", user_id as "userId", product_id as "productId",
  collection_id as "collectionId", provider, trade_no as "tradeNo", subject, status, amount_fen as "amountFen",
  fee_fen as "feeFen", paid_fen as "paidFen", refunded_fen as "refundedFen", refunding_fen as "refundingFen", pay,
  pool_link_id as "poolLinkId", has_stock as "hasStock", limit_day as "limitDay", ip, created_at as "createdAt",
  closes_at as "closesAt", paid_at as "paidAt", updated_at as "updatedAt"`

export async function readOrder(db: Db, id: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${columns} from payment_order where id = ${id}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/** Reads an order and locks it until the transaction ends; every act that changes an order begins with this. */
export async function lockOrder(write: Db, id: string): Promise<Order | null> {
  const { rows } =
    await sql<Order>`select ${columns} from payment_order where id = ${id} for no key update`.execute(
      write.withoutPlugins(),
    )
  return rows[0] ?? null
}

/** The order with a channel's own number. */
export async function findOrder(
  db: Db,
  { channelId, channelNo }: { channelId: string; channelNo: string },
): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${columns} from payment_order
    where id = (select order_id from payment_number where channel_id = ${channelId} and channel_no = ${channelNo})`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? null
}

/** Whether a text can be the number of an order of ours. */
export const isOrderNo = (text: string): boolean => /^\d{15,19}$/.test(text) && BigInt(text) < 2n ** 63n
