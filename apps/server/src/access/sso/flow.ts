import { type RawBuilder, sql } from 'kysely'
import { hashToken, newToken } from '#platform/base/token'
import type { Db } from '#platform/db/client'

/** How long a person may take at the provider, in seconds. */
const flowSeconds = 600

/** Begins a flow. @param sessionId of a confirmation: the session that asks for it @returns the secret, which only the browser keeps */
export async function beginFlow(db: Db, sessionId: string | null): Promise<string> {
  const flow = newToken()
  await db
    .insertInto('ssoFlow')
    .values({
      tokenHash: hashToken(flow),
      sessionId,
      expiresAt: sql<string>`now() + make_interval(secs => ${flowSeconds})`,
    })
    .execute()
  return flow
}

/** Uses a flow up: of concurrent calls, one gets it. @returns undefined if it has expired or was used */
export async function spendFlow(
  db: Db,
  flow: string,
): Promise<{ sessionId: string | null; ageSeconds: number } | undefined> {
  const { rows } = await sql<{ sessionId: string | null; ageSeconds: number }>`
    delete from sso_flow where token_hash = ${hashToken(flow)} and expires_at > now()
    returning session_id as "sessionId",
      ceil(${flowSeconds} - extract(epoch from expires_at - now()))::integer as "ageSeconds"`.execute(
    db.withoutPlugins(),
  )
  return rows[0]
}

/* For `removeInBatches`. */

/** Deletes flows that have expired; none is taken any more, whenever this runs. */
export const forgetFlows = (
  most: number,
): RawBuilder<unknown> => sql`delete from sso_flow where token_hash in (
  select token_hash from sso_flow where expires_at < now() order by expires_at limit ${most})`

/** Deletes logout tokens that were taken more than a day ago: they are too old to be taken again. */
export const forgetLogouts = (
  most: number,
): RawBuilder<unknown> => sql`delete from sso_logout where jti_hash in (
  select jti_hash from sso_logout where at < now() - interval '1 day' order by at limit ${most})`
