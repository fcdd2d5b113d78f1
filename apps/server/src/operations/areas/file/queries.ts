import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { fileColumns } from '#platform/uploads/queries'

const select = (db: Db) => db.selectFrom('file').select(fileColumns).where('status', '=', 'stored')

export type FileRecord = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export const find = (db: Db, id: string) => select(db).where('id', '=', id).executeTakeFirst()

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
