import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The instant up to which the figures go, ISO 8601: what was committed until then is in them. */
export async function statisticsUpTo(db: Db): Promise<string> {
  const { rows } = await sql<{ upTo: string }>`
    select to_char(up_to at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "upTo" from statistics_state`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.upTo as string
}
