import { codes } from '@kabao/contract'
import { sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { type KeyOwner, keysOwnedBy, ownerColumns } from './owner.ts'
import { newKeyName, newSecretValue, sealSecret } from './sealed.ts'

/** A new secret, in the only answer that ever contains its value. */
export interface ShownOnce {
  secretId: string
  secret: string
}

/**
 * Makes a key with its first secret.
 * @param db a transaction
 * @param by the id of the administrator; null for the service itself
 * @throws Problem 4090 if the owner has a live key of this sort already
 */
export async function makeKey(
  db: Db,
  vault: Vault,
  { owner, isSandbox, by }: { owner: KeyOwner; isSandbox: boolean; by: string | null },
): Promise<ShownOnce & { id: string; key: string }> {
  const made = await db
    .insertInto('apiKey')
    .values({ key: newKeyName(), ...ownerColumns(owner), isSandbox, createdBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'key'])
    .executeTakeFirst()
  if (!made) throw new Problem(codes.conflict, 'conflict', { fields: { isSandbox: 'apiKeyExists' } })
  return { ...made, ...(await addSecret(db, vault, { keyId: made.id, by })) }
}

/** Adds a current secret to a key that has none. */
export async function addSecret(
  db: Db,
  vault: Vault,
  { keyId, by }: { keyId: string; by: string | null },
): Promise<ShownOnce> {
  const secret = newSecretValue()
  const { id } = await db
    .insertInto('apiSecret')
    .values({ ...sealSecret(vault, keyId, secret), slot: 'current', createdBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { secretId: id, secret }
}

/**
 * Revokes a key for good: its secrets are deleted, and the next request with it is refused.
 * @param db a transaction
 * @throws Problem 4040 if there is no such key, or it is revoked already
 */
export async function revokeKey(db: Db, keyId: string, by: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('apiKey')
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where('id', '=', keyId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  await db.deleteFrom('apiSecret').where('apiKeyId', '=', keyId).execute()
}

/** A key as screens show it. No secret is in it. */
export interface ShownKey {
  id: string
  key: string
  isSandbox: boolean
  createdAt: string
  revokedAt: string | null
  /** The live secrets, the current one first. */
  secrets: {
    id: string
    slot: 'current' | 'previous'
    createdAt: string
    /** When it ends; null if it has no end. */
    expiresAt: string | null
    /** Within a minute; null if it was never used. */
    lastUsedAt: string | null
  }[]
}

/** The keys of an owner, the newest first. */
export async function keysOf(db: Db, owner: KeyOwner): Promise<ShownKey[]> {
  const keys = await keysOwnedBy(db, owner)
    .select(['id', 'key', 'isSandbox', 'createdAt', 'revokedAt'])
    .orderBy('id', 'desc')
    .execute()
  if (keys.length === 0) return []
  const secrets = await liveSecrets(db)
    .where(
      'apiKeyId',
      'in',
      keys.map(({ id }) => id),
    )
    .select(['id', 'apiKeyId', 'slot', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .orderBy('slot')
    .execute()
  return keys.map((key) => ({
    ...key,
    secrets: secrets.filter(({ apiKeyId }) => apiKeyId === key.id).map(({ apiKeyId: _, ...shown }) => shown),
  }))
}

/** The secrets that have not expired, by the clock of the database. */
export const liveSecrets = (db: Db) =>
  db
    .selectFrom('apiSecret')
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<string>`now()`)]))
