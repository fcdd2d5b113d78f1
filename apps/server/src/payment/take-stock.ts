import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** Why an order cannot have its product. */
export type StockRefusal = 'soldOut' | 'perUserLimit'

/**
 * Takes one piece of a product for a user, by one conditional update each. If it is refused, the caller rolls back. A product whose
 * stock is its link pool has no number here: the pool is its limit.
 */
export async function takeStock(
  write: Db,
  { productId, userId }: { productId: string; userId: string },
): Promise<StockRefusal | null> {
  const limited = await sql`
    insert into product_user as t (product_id, user_id, taken) values (${productId}, ${userId}, 1)
    on conflict (product_id, user_id) do update set taken = t.taken + 1
    where t.taken < coalesce((select per_user_limit from product where id = t.product_id), 2147483647)`.execute(
    write,
  )
  if (limited.numAffectedRows !== 1n) return 'perUserLimit'
  const stocked = await sql`
    insert into product_sale as t (product_id, taken) select id, 1 from product where id = ${productId} and coalesce(stock, 1) > 0
    on conflict (product_id) do update set taken = t.taken + 1
    where t.taken < coalesce((select stock from product where id = t.product_id), 2147483647)`.execute(write)
  return stocked.numAffectedRows === 1n ? null : 'soldOut'
}

/** Gives back what `takeStock` has taken. */
export async function giveBackStock(
  write: Db,
  { productId, userId }: { productId: string; userId: string },
): Promise<void> {
  await sql`update product_user set taken = taken - 1 where product_id = ${productId} and user_id = ${userId}`.execute(
    write,
  )
  await sql`update product_sale set taken = taken - 1 where product_id = ${productId}`.execute(write)
}
