import { randomUUID } from 'node:crypto'
import { mediaTypes } from '@kabao/contract/operations/file'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Storage } from '../storage/storage.ts'
import type { Written } from './write.ts'

/** The use of export files. Nobody uploads such a file, and it is downloaded through its export only. */
const use = 'export'

/** A file that is being stored. */
export interface Brought {
  id: string
  key: string
  size: number
}

const mediaTypeOf = (name: string) =>
  Object.entries(mediaTypes).find(([, { extension }]) => name.endsWith(`.${extension}`))?.[0] as string

/** Adds the row of a file before its first byte is stored, so that there are no bytes without a row. */
export async function announceFile(
  db: Db,
  { size, sha256 }: Written,
  name: string,
  adminId: string,
): Promise<Brought> {
  const key = randomUUID()
  const { id } = await db
    .insertInto('file')
    .values({ key, use, name, mediaType: mediaTypeOf(name), size: String(size), sha256, createdBy: adminId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, size }
}

/** Puts the bytes of an announced file into the storage. */
export const storeFile = (
  storage: Storage,
  { key }: Brought,
  { path, size, sha256 }: Written,
  name: string,
) => storage.put(key, path, { size, sha256, mediaType: mediaTypeOf(name) })

/** Makes a stored file belong to its export, in the transaction that completes the export. */
export async function claimExportFile(db: Db, fileId: string, taskId: string): Promise<void> {
  const { rows } =
    await sql`update file set status = 'stored', owner_kind = 'exportTask', owner_id = ${taskId},
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
