import { sql } from 'kysely'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from '../db/client.ts'
import { type KeyRing, keyCheckOf, markOf, type RingKey } from './key-ring.ts'
import { createVault } from './vault.ts'

/** The data keys that a process was given, each 32 bytes in base64. */
export interface DataKeys {
  /** DATA_KEY. */
  key: string
  /** DATA_KEY_OLD: the key that it replaces. */
  old: string | null
}

/** A data key as its database knows it. */
export interface StoredKey {
  id: string
  check: string
  /** In hexadecimal. */
  mark: string
  state: 'writing' | 'leaving' | 'closed' | 'ending' | 'gone'
  fingerprintKeySealed: Buffer | null
}

/** What a key's own fingerprint key is sealed for, once the key is gone. */
export const fingerprintKeyPurpose = 'data_key.fingerprintKey'

/** The keys of a database in the order in which they came. */
export async function readKeys(db: Db): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, key_check as "check", encode(mark, 'hex') as mark, state, fingerprint_key_sealed as "fingerprintKeySealed"
    from data_key order by id`.execute(db.withoutPlugins())
  return rows
}

/** The key that is being replaced. */
export const formerIn = (keys: readonly StoredKey[]): StoredKey | undefined =>
  keys.find(({ state }) => state === 'leaving' || state === 'closed' || state === 'ending')

/** The states of the keys in one text: what an instance follows. */
export const statesIn = (keys: readonly StoredKey[]): string =>
  keys.map(({ id, state }) => `${id} ${state}`).join(', ')

/** Notes the first key of a database, unless it has one. */
export async function ensureFirstKey(db: Db, check: string): Promise<void> {
  await sql`insert into service_fact (key, value) values ('dataKeyCheck', ${check}) on conflict do nothing`.execute(
    db,
  )
  // The fact may be older than the table.
  await sql`insert into data_key (key_check, state) select value, 'writing' from service_fact
    where key = 'dataKeyCheck' and not exists (select from data_key) on conflict do nothing`.execute(db)
}

/**
 * How a process uses the keys that it was given.
 * @throws StartRefusal in one sentence that says what to set, if they are not the right ones now
 */
export function ringOf(stored: readonly StoredKey[], given: DataKeys): KeyRing {
  const writing = stored.find(({ state }) => state === 'writing') as StoredKey
  const former = formerIn(stored)
  const key = { key: given.key, check: keyCheckOf(given.key) }
  const old = given.old === null ? null : { key: given.old, check: keyCheckOf(given.old) }
  if (key.check === old?.check) throw new StartRefusal('DATA_KEY and DATA_KEY_OLD are the same key.')
  const ring = former
    ? ringWhileReplaced({ writing, former }, key, old)
    : ringOtherwise({ writing, stored }, key, old)
  const vault = createVault(ring)
  return {
    ...ring,
    gone: stored.flatMap(({ fingerprintKeySealed }) =>
      fingerprintKeySealed === null ? [] : [vault.open(fingerprintKeySealed, fingerprintKeyPurpose)],
    ),
  }
}

interface Given {
  key: string
  check: string
}

function ringWhileReplaced(
  { writing, former }: { writing: StoredKey; former: StoredKey },
  key: Given,
  old: Given | null,
): KeyRing {
  if (key.check === former.check)
    throw new StartRefusal(
      'DATA_KEY is the key that is being replaced: set DATA_KEY to the new key, and DATA_KEY_OLD to this one.',
    )
  if (key.check !== writing.check) throw otherKey()
  if (old?.check !== former.check)
    throw new StartRefusal(
      'Not everything is sealed with DATA_KEY yet: set DATA_KEY_OLD to the key before it, until `npm run admin -- data-key` says that it is not needed any more.',
    )
  const others = [ringKey(former, old)]
  return {
    writing: ringKey(writing, key),
    others,
    before: former.state === 'ending' ? null : (others[0] as RingKey),
    gone: [],
  }
}

function ringOtherwise(
  { writing, stored }: { writing: StoredKey; stored: readonly StoredKey[] },
  key: Given,
  old: Given | null,
): KeyRing {
  const known = new Set(stored.map(({ check }) => check))
  if (key.check === writing.check) {
    if (old && !known.has(old.check)) throw new StartRefusal('DATA_KEY_OLD is no key of this database.')
    return { writing: ringKey(writing, key), others: [], before: null, gone: [] }
  }
  if (old?.check !== writing.check) throw otherKey()
  if (known.has(key.check))
    throw new StartRefusal('DATA_KEY was replaced before: make a new one with openssl rand -base64 32.')
  // The new key is known here before it is used, so that whatever another instance seals with it opens here too.
  return {
    writing: ringKey(writing, old),
    others: [{ key: key.key, mark: markOf(key.check) }],
    before: null,
    gone: [],
  }
}

const ringKey = ({ mark }: StoredKey, { key }: Given): RingKey => ({ key, mark })

const otherKey = () =>
  new StartRefusal(
    'DATA_KEY is not the key that this database was filled with; what is encrypted in it could not be read. To replace the key, name the one before in DATA_KEY_OLD.',
  )
