import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** The channel that announces changed access rights; the payload is admin ids, joined by commas. */
export const accessChannel = 'access'

/** Announces at the commit, to every instance, that these administrators' roles, points or sessions changed. */
export async function announceAccess(db: Db, adminIds: readonly string[]): Promise<void> {
  // A payload may have 8,000 bytes, and an id has up to 19.
  for (let at = 0; at < adminIds.length; at += 300) {
    await sql`select pg_notify(${accessChannel}, ${adminIds.slice(at, at + 300).join()})`.execute(db)
  }
}
