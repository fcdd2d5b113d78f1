import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { liveSecrets } from './keys.ts'
import { type KeyOwner, ownerIn } from './owner.ts'
import { openSecret } from './sealed.ts'

/** `last_used_at` is written at most this often, in seconds, so that not every request costs a write. */
export const usedEverySeconds = 60

/** A key that may sign, with its secrets in clear: never log it, never send it. */
export interface LiveKey {
  id: string
  owner: KeyOwner
  isSandbox: boolean
  /** One or two; `verifySignature` says which of them signed. */
  secrets: { id: string; value: string; expiresAt: string | null; lastUsedAt: string | null }[]
}

/**
 * Finds the key that a request names. Whether its owner may call is not checked here.
 * @param key the value of the header: `ck_…`
 * @returns null if there is no such key, or it was revoked
 */
export async function findLiveKey(db: Db, vault: Vault, key: string): Promise<LiveKey | null> {
  const found = await db
    .selectFrom('apiKey')
    .select(['id', 'channelId', 'orgId', 'isSandbox'])
    .where('key', '=', key)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const secrets = await liveSecrets(db)
    .select(['id', 'apiKeyId', 'place', 'valueSealed', 'expiresAt', 'lastUsedAt'])
    .where('apiKeyId', '=', found.id)
    .orderBy('slot')
    .execute()
  return {
    id: found.id,
    owner: ownerIn(found),
    isSandbox: found.isSandbox,
    secrets: secrets.map((stored) => ({
      id: stored.id,
      value: openSecret(vault, stored),
      expiresAt: stored.expiresAt,
      lastUsedAt: stored.lastUsedAt,
    })),
  }
}

/** Notes that a secret signed a request, at most once a minute. @returns whether it was written */
export async function recordUse(db: Db, secretId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('apiSecret')
    .set({ lastUsedAt: sql`now()` })
    .where('id', '=', secretId)
    .where((where) =>
      where.or([
        where('lastUsedAt', 'is', null),
        where('lastUsedAt', '<=', sql<string>`now() - make_interval(secs => ${usedEverySeconds})`),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
