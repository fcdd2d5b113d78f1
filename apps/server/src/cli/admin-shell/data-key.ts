import { sql } from 'kysely'
import type pg from 'pg'
import { StartRefusal } from '#platform/base/refusal'
import type { Config } from '#platform/config/config'
import { createDb, type Db } from '#platform/db/client'
import { sendJob } from '#platform/jobs/send'
import { beginRotation } from '#platform/keys/begin-rotation'
import { embeddedDataKeys, renewEmbeddedKey } from '#platform/keys/data-key'
import { ringIn } from '#platform/keys/key-follower'
import { type DataKeys, formerIn, readKeys, ringOf } from '#platform/keys/key-state'
import { rotationQueue } from '#platform/rotation/job'

/** Begins to replace the data key, or goes on with it, and says so. @throws StartRefusal if an instance could not follow */
export async function rotatedText(pool: pg.Pool, config: Config): Promise<string> {
  const db = createDb(pool)
  const keys = await keysOf(config)
  await ringIn(db, keys)
  const isNew = await beginRotation(db, keys)
  await sendJob(db, rotationQueue, {})
  const told = isNew
    ? 'Every instance seals with DATA_KEY from now on, and the jobs seal again what is sealed with DATA_KEY_OLD.'
    : 'DATA_KEY_OLD is being replaced already.'
  return `${told}\n${await stateText(db, keys)}`
}

/** Says which keys are needed, and how far the replacement of one is. @throws StartRefusal if the keys are not those of the database */
export async function dataKeyText(pool: pg.Pool, config: Config): Promise<string> {
  const db = createDb(pool)
  const keys = await keysOf(config)
  await ringIn(db, keys)
  return stateText(db, keys)
}

/** Makes a new key for the embedded database, beside the one until now. @throws StartRefusal */
export async function renewedText(config: Config): Promise<string> {
  if (!config.isEmbedded || config.dataKey !== null)
    throw new StartRefusal(
      'This makes the key of an embedded database that is kept in DATA_DIR; set DATA_KEY and DATA_KEY_OLD instead.',
    )
  await renewEmbeddedKey(config.dataDir)
  return 'data.key is new, and data.key.old is the one before. Restart the service, then: npm run admin -- rotate-data-key'
}

const keysOf = async ({ dataKey, oldDataKey, isEmbedded, dataDir }: Config): Promise<DataKeys> =>
  dataKey === null && isEmbedded ? embeddedDataKeys(dataDir) : { key: dataKey as string, old: oldDataKey }

const phases = {
  leaving: 'Instances change to DATA_KEY.',
  closed: 'What is sealed with DATA_KEY_OLD is sealed anew.',
  ending: 'Everything is sealed with DATA_KEY; the fingerprints under DATA_KEY_OLD are removed.',
}

async function stateText(db: Db, keys: DataKeys): Promise<string> {
  const stored = await readKeys(db)
  const ring = ringOf(stored, keys)
  const former = formerIn(stored)
  if (!former)
    return ring.others.length > 0
      ? 'DATA_KEY is known and not used yet: start every instance with both keys, then: npm run admin -- rotate-data-key'
      : 'Everything is sealed with DATA_KEY; no other key is needed.'
  const lines = await columnLines(db, former.id)
  const phase = phases[former.state as keyof typeof phases]
  return [`Keep DATA_KEY_OLD set at every instance. ${phase}`, ...lines].join('\n')
}

async function columnLines(db: Db, formerId: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    seen: number
    resealed: number
    unreadable: number
    isDone: boolean
  }>`
    select name, seen::float8 as seen, resealed::float8 as resealed, unreadable::float8 as unreadable, done_at is not null as "isDone"
    from resealed_column where data_key_id = ${formerId} order by name`.execute(db.withoutPlugins())
  return rows.map(({ name, seen, resealed, unreadable, isDone }) => {
    const state = isDone ? 'done' : 'under way'
    const lost = unreadable > 0 ? `, ${unreadable} that neither key opens` : ''
    return `${name}: ${state}, ${seen} rows looked at, ${resealed} sealed anew${lost}`
  })
}
