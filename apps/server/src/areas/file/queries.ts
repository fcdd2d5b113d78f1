import type { FileUse } from '@kabao/contract/file'
import { sql } from 'kysely'
import type { Db } from '#db/client'
import type { Received } from './receive.ts'

const columns = [
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

const select = (db: Db) => db.selectFrom('file').select(columns).where('status', '=', 'stored')

export type FileRecord = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export const find = (db: Db, id: string) => select(db).where('id', '=', id).executeTakeFirst()

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
export async function markStored(db: Db, ids: readonly string[]): Promise<FileRecord[]> {
  const rows = await db
    .updateTable('file')
    .set({ status: 'stored', updatedAt: sql`now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(columns)
    .execute()
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id)
    if (!row) throw new Error(`The file ${id} is not pending any more`)
    return row
  })
}

/** Deletes a ticket and returns its file and the session it was issued to, so that a ticket works once. */
export async function takeTicket(
  db: Db,
  tokenHash: Buffer,
): Promise<{ file: FileRecord | undefined; sessionId: string } | undefined> {
  const taken = await db
    .deleteFrom('fileTicket')
    .where('tokenHash', '=', tokenHash)
    .returning(['fileId', 'sessionId', sql<boolean>`expires_at > now()`.as('isValid')])
    .executeTakeFirst()
  return taken?.isValid ? { file: await find(db, taken.fileId), sessionId: taken.sessionId } : undefined
}
