import { createHmac, randomBytes } from 'node:crypto'
import { codes } from '@kabao/contract'
import { checkKeySlots } from '@kabao/contract/partners/check-key'
import { sql } from 'kysely'
import { notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { Listener } from '#platform/db/listen'
import type { Vault } from '#platform/keys/vault'

/** A slot of check keys; each has its columns of hashes. */
export type CheckSlot = (typeof checkKeySlots)[number]

/** A check key, with its value in clear: never log it. */
export interface CheckKey {
  id: string
  slot: CheckSlot
  value: string
}

/** The live check keys. Channels hash phones with one of them. */
export interface CheckKeys {
  live(): Promise<readonly CheckKey[]>
  stop(): void
}

/** Read again after this long, because a connection can be broken without an error. In milliseconds. */
const staleMs = 30_000

export const checkKeyPurpose = (slot: string) => `checkKey.${slot}`

/** HMAC-SHA-256 of the eleven digits. @param key used byte by byte as it is written */
export const phoneHash = (key: string, phone: string): Buffer =>
  createHmac('sha256', key).update(phone, 'utf8').digest()

export async function readCheckKeys(db: Db, vault: Vault): Promise<CheckKey[]> {
  const { rows } = await sql<{ id: string; slot: CheckSlot; valueSealed: Buffer }>`
    select id, slot, value_sealed as "valueSealed" from check_key order by slot`.execute(db)
  return rows.map(({ id, slot, valueSealed }) => ({
    id,
    slot,
    value: vault.open(valueSealed, checkKeyPurpose(slot)),
  }))
}

/** The live check keys in memory, read again at a notification. */
export async function createCheckKeys(db: Db, vault: Vault, listener: Listener): Promise<CheckKeys> {
  let known: { at: number; keys: Promise<readonly CheckKey[]> } | null = null
  const unfollow = await listener.follow('open_caller', () => {
    known = null
  })
  return {
    live() {
      if (known && performance.now() - known.at < staleMs) return known.keys
      const keys = readCheckKeys(db, vault)
      const reading = { at: performance.now(), keys }
      known = reading
      keys.catch(() => {
        if (known === reading) known = null
      })
      return keys
    },
    stop: unfollow,
  }
}

/** The columns of a phone's hashes under the live keys. */
export function hashColumns(keys: readonly CheckKey[], phone: string) {
  const of = (slot: CheckSlot) => {
    const key = keys.find((each) => each.slot === slot)
    return key ? phoneHash(key.value, phone) : null
  }
  return { phoneHashA: of('a'), phoneHashB: of('b') }
}

/** A new key has as many random bytes as the output of HMAC-SHA-256. */
const newValue = () => `ckey_${randomBytes(32).toString('base64url')}`

/**
 * Adds a check key in the free slot. The phones are hashed with it by the job.
 * @param db a transaction
 * @param by the id of the administrator; null for the service itself
 * @returns the id of the key
 * @throws Problem 4090 if two are live
 */
export async function addCheckKey(db: Db, vault: Vault, by: string | null): Promise<string> {
  const live = await lockCheckKeys(db)
  const slot = checkKeySlots.find((each) => live.every((row) => row.slot !== each))
  if (!slot) throw new Problem(codes.conflict, 'twoCheckKeys')
  const valueSealed = vault.seal(newValue(), checkKeyPurpose(slot))
  const values = { slot, valueSealed, createdBy: by }
  const { id } = await db.insertInto('checkKey').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Ends a check key, unless it is the only one: of two acts at once that end both keys, one is refused.
 * @param db a transaction
 * @returns its slot
 * @throws Problem 4040 if there is no such key, 4090 if it is the only one
 */
export async function endCheckKey(db: Db, id: string): Promise<CheckSlot> {
  const live = await lockCheckKeys(db)
  const key = live.find((row) => row.id === id)
  if (!key) throw notFound()
  if (live.length === 1) throw new Problem(codes.conflict, 'onlyCheckKey')
  await db.deleteFrom('checkKey').where('id', '=', id).execute()
  return key.slot
}

/** The live keys. Until the end of the transaction no other one adds or ends any. */
async function lockCheckKeys(db: Db): Promise<{ id: string; slot: CheckSlot }[]> {
  await sql`lock table check_key in share row exclusive mode`.execute(db)
  const { rows } = await sql<{ id: string; slot: CheckSlot }>`select id, slot from check_key`.execute(db)
  return rows
}

/** Adds the first check key, unless there is one. */
export async function ensureCheckKey(db: Db, vault: Vault): Promise<void> {
  await db.transaction().execute(async (write) => {
    if ((await lockCheckKeys(write)).length === 0) await addCheckKey(write, vault, null)
  })
}
