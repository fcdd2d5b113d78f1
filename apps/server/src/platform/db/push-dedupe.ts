import { sql } from 'kysely'
import type { Db } from './client.ts'

/** A user who is about to be pushed to an organization. */
export interface DedupeClaim {
  userId: string
  orgId: string
  /** The plan's deduplication window in days. */
  days: number
}

/**
 * Claims that these users are pushed to these organizations now: nobody is granted the same pair again until the window has passed.
 * Of two callers at once, one is granted it. Runs in the transaction that writes the push, so that a push that is rolled back claims
 * nothing.
 * @param claims no pair twice
 * @returns the claims that were granted
 */
export async function claimPushes(write: Db, claims: readonly DedupeClaim[]): Promise<DedupeClaim[]> {
  // In one order, so that two batches with the same pairs wait for each other instead of deadlocking.
  const { rows } = await sql<{ userId: string; orgId: string }>`
    insert into push_dedupe (user_id, org_id, until)
    select user_id, org_id, now() + days * interval '1 day'
    from unnest(${claims.map(({ userId }) => userId)}::bigint[], ${claims.map(({ orgId }) => orgId)}::bigint[],
      ${claims.map(({ days }) => days)}::integer[]) claim (user_id, org_id, days)
    order by user_id, org_id
    on conflict (user_id, org_id) do update set until = excluded.until where push_dedupe.until <= now()
    returning user_id as "userId", org_id as "orgId"`.execute(write.withoutPlugins())
  const granted = new Set(rows.map(({ userId, orgId }) => `${userId} ${orgId}`))
  return claims.filter(({ userId, orgId }) => granted.has(`${userId} ${orgId}`))
}
