import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/client'
import { StartRefusal } from './refusal.ts'

/** The key of the embedded database: generated at the first start, kept beside the data, readable by its owner only. */
export async function embeddedDataKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'data.key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const key = randomBytes(32).toString('base64')
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(`${key}\n`)
  await handle.sync()
  await handle.close()
  return key
}

/**
 * Refuses to start with a key other than the one this database was filled with.
 * @throws StartRefusal
 */
export async function checkDataKey(db: Db, dataKey: string): Promise<void> {
  const value = keyCheckOf(dataKey)
  await db
    .insertInto('serviceFact')
    .values({ key: 'dataKeyCheck', value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('serviceFact')
    .select('value')
    .where('key', '=', 'dataKeyCheck')
    .executeTakeFirstOrThrow()
  if (stored.value !== value) {
    throw new StartRefusal(
      'DATA_KEY is not the key that this database was filled with; what is encrypted in it could not be read.',
    )
  }
}

/** What a database keeps to know its key again; it says nothing about the key. */
const keyCheckOf = (dataKey: string): string =>
  createHash('sha256').update('kabao key check 1').update(Buffer.from(dataKey, 'base64')).digest('hex')

/**
 * Refuses to restore a backup whose sealed values none of these keys opens.
 * @param check the check value of the backup; null if its database had none yet
 * @throws StartRefusal
 */
export function refuseOtherKey(check: string | null, dataKeys: readonly string[]): void {
  if (check !== null && !dataKeys.some((key) => keyCheckOf(key) === check))
    throw new StartRefusal(
      'DATA_KEY is not the key of the database that was backed up; what is encrypted in it could not be read.',
    )
}
