import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { fileColumns } from '#platform/uploads/queries'

const select = (db: Db) => db.selectFrom('file').select(fileColumns).where('status', '=', 'stored')

export type FileRecord = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export const find = (db: Db, id: string) => select(db).where('id', '=', id).executeTakeFirst()

/** The session or the token of whom a ticket was issued to. */
interface TicketHolder {
  sessionId: string | null
  token: { id: string } | null
}

/** Deletes a ticket and returns its file and what it was issued to, so that a ticket works once. */
export async function takeTicket(
  db: Db,
  tokenHash: Buffer,
): Promise<{ file: FileRecord | undefined; holder: TicketHolder } | undefined> {
  const taken = await db
    .deleteFrom('fileTicket')
    .where('tokenHash', '=', tokenHash)
    .returning(['fileId', 'sessionId', 'accessTokenId', sql<boolean>`expires_at > now()`.as('isValid')])
    .executeTakeFirst()
  if (!taken?.isValid) return undefined
  const { fileId, sessionId, accessTokenId } = taken
  const token = accessTokenId === null ? null : { id: accessTokenId }
  return { file: await find(db, fileId), holder: { sessionId, token } }
}
