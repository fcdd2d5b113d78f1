import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How many steps one transaction sums up at most; see `pool_link_count` in migration 0051. */
const mostSteps = 20_000

/**
 * Adds what changed in the numbers of links to the stock of their products and to their batches, in one transaction. Those of a
 * product are summed together, so that its sum is the number of its idle links at one moment. Runs take turns.
 * @returns how many steps were summed
 */
export const sumSteps = (db: Db, most = mostSteps): Promise<number> =>
  db.transaction().execute(async (write) => {
    await sql`select pg_advisory_xact_lock(hashtext('kabao pool stock'))`.execute(write)
    const { rows: products } = await sql<{ id: string }>`
      select distinct product_id as id from (select product_id from pool_link_count order by id limit ${most}) c order by id
      `.execute(write.withoutPlugins())
    if (products.length === 0) return 0
    const ids = products.map(({ id }) => id)
    await sql`select from product where id = any(${ids}::bigint[]) order by id for no key update`.execute(
      write,
    )
    const { rows } = await sql<{ steps: number }>`
      with gone as (
        delete from pool_link_count where product_id = any(${ids}::bigint[]) returning batch_id, product_id, status, step
      ), products as (
        update product p set pool_idle = p.pool_idle + s.step
        from (select product_id, sum(step) as step from gone where status = 'idle' group by product_id) s
        where p.id = s.product_id
      ), batches as (
        update pool_batch b set idle = b.idle + s.idle, assigned = b.assigned + s.assigned, used = b.used + s.used,
          expired = b.expired + s.expired, void = b.void + s.void
        from (select batch_id,
            coalesce(sum(step) filter (where status = 'idle'), 0) as idle,
            coalesce(sum(step) filter (where status = 'assigned'), 0) as assigned,
            coalesce(sum(step) filter (where status = 'used'), 0) as used,
            coalesce(sum(step) filter (where status = 'expired'), 0) as expired,
            coalesce(sum(step) filter (where status = 'void'), 0) as void
          from gone group by batch_id) s
        where b.id = s.batch_id
      )
      select count(*)::int as steps from gone`.execute(write.withoutPlugins())
    return rows[0]?.steps ?? 0
  })
