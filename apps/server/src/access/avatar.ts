import type { Db } from '#platform/db/client'
import { claimFiles } from '#platform/files/files'

/**
 * Sets or removes an administrator's picture, in the transaction that changes the account.
 * @param adminId the administrator who uploaded the picture
 * @throws Problem at `avatarFileId`
 */
export async function setAvatar(db: Db, id: string, fileId: string | null, adminId: string): Promise<void> {
  const ids = fileId === null ? [] : [fileId]
  await claimFiles(db, { owner: { kind: 'admin', id }, use: 'avatar', ids, adminId, field: 'avatarFileId' })
  await db.updateTable('admin').set({ avatarFileId: fileId }).where('id', '=', id).execute()
}
