import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from '../db/client.ts'
import { removeHolder, writeHolder } from './key-holders.ts'
import { type KeyRing, keyCheckOf } from './key-ring.ts'
import { type DataKeys, ensureFirstKey, readKeys, ringOf, statesIn } from './key-state.ts'
import type { Vault } from './vault.ts'

/** Keeps the vault of a process at the states of the keys. */
export interface KeyFollower {
  /** Reads the states again. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** How often the states are read, in milliseconds. */
const beatMs = 5_000

/**
 * How the keys that a process was given are used in this database now; its first key is noted.
 * @throws StartRefusal if they are not the right ones
 */
export async function ringIn(db: Db, keys: DataKeys): Promise<KeyRing> {
  await ensureFirstKey(db, keyCheckOf(keys.key))
  return ringOf(await readKeys(db), keys)
}

interface Needed {
  db: Db
  vault: Vault
  keys: DataKeys
  servesOpen: boolean
  report: (error: unknown) => void
  /** The process lacks a key that it needs from now on. */
  onLost: (error: unknown) => void
}

/**
 * Notes this instance among those that hold keys, and has its vault follow the states from now on. An instance says that it follows a state
 * only when its vault does.
 * @throws StartRefusal if its keys are not the right ones any more
 */
export async function followKeys({
  db,
  vault,
  keys,
  servesOpen,
  report,
  onLost,
}: Needed): Promise<KeyFollower> {
  const id = randomUUID()
  let follows: string | null = null
  const follow = async (read: Db) => {
    const stored = await readKeys(read)
    const states = statesIn(stored)
    if (states === follows) return states
    vault.follow(ringOf(stored, keys))
    follows = states
    return states
  }
  // An instance begins either before the states change, and is counted, or after it, and knows the new ones.
  await db.transaction().execute(async (write) => {
    await sql`lock table data_key in share mode`.execute(write)
    await writeHolder(write, { id, keys, servesOpen, follows: await follow(write) })
  })
  let beating: Promise<void> | null = null
  const beat = async () => {
    const known = await follow(db).catch((error: unknown) => {
      if (error instanceof StartRefusal) onLost(error)
      throw error
    })
    await writeHolder(db, { id, keys, servesOpen, follows: known })
  }
  const refresh = () => {
    beating ??= beat().finally(() => {
      beating = null
    })
    return beating
  }
  const timer = setInterval(() => refresh().catch(report), beatMs).unref()
  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await beating?.catch(() => undefined)
      await removeHolder(db, id).catch(() => undefined)
    },
  }
}
