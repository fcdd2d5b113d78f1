import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { returnToPool } from './recycle.ts'

/**
 * Gives many leads back to their pools, with the counters of their salesmen; a lead that nobody holds, or that is closed, stays as it is.
 * @param by the administrator
 * @returns how many were given back
 */
export async function releaseMany(write: Db, leadIds: readonly string[], by: string): Promise<number> {
  const { rows } = await sql<{ id: string; salesmanId: string; poolId: string }>`
    select id::text, salesman_id::text, pool_id::text from lead
    where id = any(${[...leadIds]}::bigint[]) and salesman_id is not null and closed_at is null
    order by lead.id for no key update`.execute(write)
  if (rows.length > 0) await returnToPool(write, rows, { kind: 'released', by })
  return rows.length
}
