import { codes } from '@kabao/contract'
import { maxOverlapDays } from '@kabao/contract/partners/signature'
import { sql } from 'kysely'
import { notFound, Problem, stale } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { addSecret, keysOf, type ShownOnce } from './keys.ts'
import { ownerIn } from './owner.ts'

interface Rotation {
  keyId: string
  /** The current secret that the caller saw. */
  seenSecretId: string
  /** How long the old secret stays valid, from 0 (ends at once) to 30 days. */
  overlapDays: number
  by: string
}

/**
 * Gives a key a new secret. The old one stays valid for the overlap. Of two callers who saw the same secret, one changes it.
 * @param db a transaction
 * @throws Problem 4040 if there is no live key, 4090 with the owner's keys if its current secret is another one, and 4090 if an
 *   older secret is still valid, because a key has at most two
 */
export async function rotateSecret(
  db: Db,
  vault: Vault,
  { keyId, seenSecretId, overlapDays, by }: Rotation,
): Promise<ShownOnce> {
  if (!Number.isInteger(overlapDays) || overlapDays < 0 || overlapDays > maxOverlapDays)
    throw new RangeError(`The overlap has from 0 to ${maxOverlapDays} days`)
  const key = await lockKey(db, keyId)
  await deleteExpired(db, keyId)
  const secrets = await db
    .selectFrom('apiSecret')
    .select(['id', 'slot'])
    .where('apiKeyId', '=', keyId)
    .execute()
  if (secrets.find(({ slot }) => slot === 'current')?.id !== seenSecretId)
    throw stale(await keysOf(db, ownerIn(key)))
  if (overlapDays === 0) await db.deleteFrom('apiSecret').where('id', '=', seenSecretId).execute()
  else {
    if (secrets.length > 1)
      throw new Problem(codes.conflict, 'conflict', { fields: { overlapDays: 'twoSecrets' } })
    await db
      .updateTable('apiSecret')
      .set({ slot: 'previous', expiresAt: sql`now() + make_interval(days => ${overlapDays})` })
      .where('id', '=', seenSecretId)
      .execute()
  }
  return addSecret(db, vault, { keyId, by })
}

/**
 * Ends the previous secret of a key before its time.
 * @param db a transaction
 * @throws Problem 4040 if it has ended, or is not the previous secret of this key
 */
export async function endPreviousSecret(db: Db, keyId: string, secretId: string): Promise<void> {
  await lockKey(db, keyId)
  const { numDeletedRows } = await db
    .deleteFrom('apiSecret')
    .where('id', '=', secretId)
    .where('apiKeyId', '=', keyId)
    .where('slot', '=', 'previous')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}

/** Locks a live key, so that its secrets are changed by one transaction at a time. */
async function lockKey(db: Db, keyId: string) {
  const key = await db
    .selectFrom('apiKey')
    .select(['channelId', 'orgId'])
    .where('id', '=', keyId)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  return key
}

/** Deletes the expired secret of a key, which frees its place. */
const deleteExpired = (db: Db, keyId: string) =>
  db
    .deleteFrom('apiSecret')
    .where('apiKeyId', '=', keyId)
    .where('expiresAt', '<=', sql<string>`now()`)
    .execute()
