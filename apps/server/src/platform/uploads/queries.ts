import type { FileUse } from '@kabao/contract/operations/file'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { Received } from './receive.ts'

/** What is known of a stored file. */
export const fileColumns = [
  'id',
  'use',
  'key',
  'name',
  'mediaType',
  'size',
  'sha256',
  'width',
  'height',
  'ownerId',
  'createdBy',
] as const

/** How many files an administrator has sent that no record has claimed yet. */
export async function countUnclaimed(db: Db, adminId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from file where created_by = ${adminId} and unclaimed_since is not null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Inserts files as pending before their first byte is stored, so that there are never bytes without a row. */
export async function insertPending(db: Db, use: FileUse, adminId: string, files: readonly Received[]) {
  const rows = await db
    .insertInto('file')
    .values(
      files.map(({ key, name, mediaType, size, sha256, image }) => ({
        key,
        use,
        name,
        mediaType,
        size: String(size),
        sha256,
        width: image?.width ?? null,
        height: image?.height ?? null,
        createdBy: adminId,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns the files, in the order of the ids */
export async function markStored(db: Db, ids: readonly string[]) {
  const rows = await db
    .updateTable('file')
    .set({ status: 'stored', updatedAt: sql`now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(fileColumns)
    .execute()
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id)
    if (!row) throw new Error(`The file ${id} is not pending any more`)
    return row
  })
}
