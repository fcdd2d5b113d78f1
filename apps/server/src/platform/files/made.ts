import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Storage } from '../storage/storage.ts'
import type { Owner } from './files.ts'
import type { Written } from './write.ts'

/** A file that the service itself makes: nobody uploads it, and its use is none of `fileUses`. */
export interface Made {
  use: string
  name: string
  mediaType: string
  /** The administrator for whom it is made; null: nobody. */
  createdBy: string | null
}

/** A file that is being stored. */
export interface Brought {
  id: string
  key: string
  size: number
  mediaType: string
}

/** Adds the row of a file before its first byte is stored, so that there are no bytes without a row. */
export async function announceFile(db: Db, { size, sha256 }: Written, made: Made): Promise<Brought> {
  const key = randomUUID()
  const { id } = await db
    .insertInto('file')
    .values({ ...made, key, size: String(size), sha256 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, size, mediaType: made.mediaType }
}

/** Puts the bytes of an announced file into the storage. */
export const storeFile = (
  storage: Storage,
  { key, mediaType }: Brought,
  { path, size, sha256 }: Written,
): Promise<void> => storage.put(key, path, { size, sha256, mediaType })

/** Makes a stored file belong to its record, in the transaction that writes the record. */
export async function claimMade(db: Db, fileId: string, owner: Owner): Promise<void> {
  const { rows } =
    await sql`update file set status = 'stored', owner_kind = ${owner.kind}, owner_id = ${owner.id},
      unclaimed_since = null, updated_at = now()
    where id = ${fileId} and status = 'pending' returning 1`.execute(db)
  if (rows.length === 0) throw new Error(`The file ${fileId} is no longer pending`)
}

/**
 * Condemns a file in the transaction that releases it; from then on nobody can download it. If the process is killed before the
 * bytes are deleted, the sweep of files deletes them.
 */
export async function condemnFile(db: Db, fileId: string): Promise<{ id: string; key: string } | undefined> {
  const { rows } = await sql<{
    id: string
    key: string
  }>`update file set status = 'removing', owner_kind = null,
      owner_id = null, unclaimed_since = 'epoch', updated_at = now()
    where id = ${fileId} returning id, key`.execute(db)
  return rows[0]
}

/** Deletes the bytes of condemned files, then their rows. */
export async function removeFiles(
  db: Db,
  storage: Storage,
  files: readonly { id: string; key: string }[],
): Promise<void> {
  if (files.length === 0) return
  await storage.remove(files.map(({ key }) => key))
  await db
    .deleteFrom('file')
    .where(
      'id',
      'in',
      files.map(({ id }) => id),
    )
    .where('status', '=', 'removing')
    .execute()
}
