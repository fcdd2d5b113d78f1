import type { HomeErrorRow } from '@kabao/contract/statistics/home'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The most errors that are shown. */
const most = 5

/** The open errors that happened last. Their texts were masked before they were stored. */
export async function findOpenErrors(db: Db): Promise<HomeErrorRow[]> {
  const { rows } = await sql<HomeErrorRow>`
    select id, name, left(message, 200) as message, count::float8 as count, last_at as "lastAt" from error_event
    where status = 'open' order by last_at desc, id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}
