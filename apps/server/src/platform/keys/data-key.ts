import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefusal } from '../base/refusal.ts'
import { keyCheckOf } from './key-ring.ts'
import type { DataKeys } from './key-state.ts'

const fileOf = (dataDir: string) => join(dataDir, 'data.key')
/** The key that the one in `data.key` replaces. */
const oldFileOf = (dataDir: string) => join(dataDir, 'data.key.old')

/** The keys of the embedded database: generated at the first start, kept beside the data, readable by their owner only. */
export async function embeddedDataKeys(dataDir: string): Promise<DataKeys> {
  if (!existsSync(fileOf(dataDir))) await writeKey(fileOf(dataDir), newKey())
  const [key, old] = [readKey(fileOf(dataDir)) as string, readKey(oldFileOf(dataDir))]
  // A command that was killed between its two files has left the same key in both.
  return { key, old: old === key ? null : old }
}

/** Makes a new key for the embedded database; the one until now stays beside it. @throws StartRefusal if one is there that is not used up */
export async function renewEmbeddedKey(dataDir: string): Promise<void> {
  const { key, old } = await embeddedDataKeys(dataDir)
  if (old !== null)
    throw new StartRefusal(`${oldFileOf(dataDir)} is still there: the key before is being replaced.`)
  await rm(oldFileOf(dataDir), { force: true })
  await writeKey(oldFileOf(dataDir), key)
  await rm(`${fileOf(dataDir)}.new`, { force: true })
  await writeKey(`${fileOf(dataDir)}.new`, newKey())
  await rename(`${fileOf(dataDir)}.new`, fileOf(dataDir))
}

/** Removes the key that was replaced. */
export const forgetEmbeddedOldKey = (dataDir: string): Promise<void> =>
  rm(oldFileOf(dataDir), { force: true })

const newKey = () => randomBytes(32).toString('base64')
const readKey = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)

async function writeKey(file: string, key: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(`${key}\n`)
  await handle.sync()
  await handle.close()
}

/**
 * Refuses to restore a backup whose sealed values these keys do not open.
 * @param checks the check values of the backup: of its key (null if its database had none yet), and of the one that was being replaced
 * @throws StartRefusal
 */
export function refuseOtherKeys(
  { dataKeyCheck, formerKeyCheck }: { dataKeyCheck: string | null; formerKeyCheck: string | null },
  dataKeys: readonly string[],
): void {
  const has = (check: string | null) => check === null || dataKeys.some((key) => keyCheckOf(key) === check)
  if (!has(dataKeyCheck))
    throw new StartRefusal(
      'DATA_KEY is not the key of the database that was backed up; what is encrypted in it could not be read.',
    )
  if (!has(formerKeyCheck))
    throw new StartRefusal(
      'The key of the database was being replaced when it was backed up: set DATA_KEY_OLD to the key before.',
    )
}
