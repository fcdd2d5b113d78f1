import { sql } from 'kysely'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from '../db/client.ts'
import { countLacking, countUnknown } from './key-holders.ts'
import { keyCheckOf, markOf } from './key-ring.ts'
import { type DataKeys, formerIn, readKeys, ringOf } from './key-state.ts'

/** Code that lacks this migration can read nothing that is sealed with a second key. */
const needed = { name: '0074-data-key', number: 74 }

/**
 * Has every instance seal with the new key from now on, and begins to replace the one before. Done twice, it changes nothing more.
 * @param db as the owner of the tables
 * @returns whether this call began it
 * @throws StartRefusal in one sentence, if an instance runs that could not read what is sealed with the new key, or the keys are wrong
 */
export async function beginRotation(db: Db, keys: DataKeys): Promise<boolean> {
  return db.transaction().execute(async (write) => {
    // An instance that starts at this moment is counted, or starts after it.
    await sql`lock table data_key in share row exclusive mode`.execute(write)
    const stored = await readKeys(write)
    const check = keyCheckOf(keys.key)
    ringOf(stored, keys)
    if (formerIn(stored)) return false
    if (stored.some((key) => key.check === check && key.state === 'writing'))
      throw new StartRefusal(
        'DATA_KEY is in use already: set DATA_KEY to a new key, and DATA_KEY_OLD to this one, at every instance and here.',
      )
    await refuseLacking(write, keys)
    await clearRemains(write)
    await sql`update data_key set state = 'leaving', replaced_at = now() where state = 'writing'`.execute(
      write,
    )
    await sql`insert into data_key (key_check, mark, state) values (${check}, decode(${markOf(check)}, 'hex'), 'writing')`.execute(
      write,
    )
    await sql`update service_fact set value = ${check} where key = 'dataKeyCheck'`.execute(write)
    await sql`update schema_step set needs_code = ${needed.number} where name = ${needed.name}`.execute(write)
    return true
  })
}

async function refuseLacking(db: Db, keys: DataKeys): Promise<void> {
  const lacking = await countLacking(db, keys)
  const unknown = await countUnknown(db)
  if (lacking > 0)
    throw new StartRefusal(
      `Restart every instance with DATA_KEY and DATA_KEY_OLD first (instances that lack one of them: ${lacking}), and try again a minute after the last one.`,
    )
  if (unknown > 0)
    throw new StartRefusal(
      `Upgrade every instance first (instances of an older version: ${unknown}), because it cannot read what is sealed with a second key.`,
    )
}

/** An instance that was cut off for long may have written such an entry after the last rotation. */
const clearRemains = (db: Db) =>
  sql`update blacklist set value_before = null where value_before is not null`.execute(db)
