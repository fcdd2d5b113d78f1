import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How many products one transaction sums up at most. */
const mostProducts = 1_000

/**
 * Copies what is sold of products into their rows, by which the list is sorted. Orders count in `product_sale` only, so that they never
 * wait for a person who edits the product.
 * @returns how many products had sold another number
 */
export const sumSold = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const { rows } = await sql<{ id: string }>`
      select p.id from product p join product_sale s on s.product_id = p.id where s.taken <> p.sold_sum
      order by p.id limit ${mostProducts} for no key update of p skip locked`.execute(write.withoutPlugins())
    if (rows.length === 0) return 0
    await sql`update product p set sold_sum = s.taken from product_sale s
      where s.product_id = p.id and p.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(write)
    return rows.length
  })
