import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/**
 * The breaker of a collection channel, on all instances at once: after this many failed calls in a row no order is sent there for a
 * while; the first order after that tries again.
 */
const failuresToOpen = 3
/** The first pause and the longest, in seconds; each further failure doubles it. */
const firstPause = 60
const longestPause = 1_800

/** Counts a call that created no payment, or could not be read. */
export async function noteFailure(db: Db, collectionId: string): Promise<void> {
  await sql`
    insert into collection_breaker as b (collection_id, failures) values (${collectionId}, 1)
    on conflict (collection_id) do update set failures = b.failures + 1, open_until =
      case when b.failures + 1 >= ${failuresToOpen}::int then now() + least(${longestPause}::float8,
        ${firstPause}::float8 * power(2, least(b.failures + 1 - ${failuresToOpen}::int, 10))) * interval '1 second' end`.execute(
    db,
  )
}

/** Closes the breaker after a call that worked. */
export async function noteSuccess(db: Db, collectionId: string): Promise<void> {
  await sql`delete from collection_breaker where collection_id = ${collectionId}`.execute(db)
}
