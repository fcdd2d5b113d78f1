import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The id of the public pool, which always exists. */
export async function publicPool(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from lead_pool where kind = 'public'`.execute(db)
  return (rows[0] as { id: string }).id
}
