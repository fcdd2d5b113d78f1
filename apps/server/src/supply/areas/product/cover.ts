import type { FileRule } from '#platform/callers/file-rule'
import type { Db } from '#platform/db/client'
import { claimFiles } from '#platform/files/files'
import { lists } from './lists.ts'
import { isOf } from './queries.ts'

/**
 * Sets the cover of a product, or releases it.
 * @param adminId the administrator who uploaded a new cover
 * @throws Problem at `coverFileId`
 */
export const claimCover = (db: Db, id: string, fileId: string | null, adminId: string): Promise<void> =>
  claimFiles(db, {
    owner: { kind: 'product', id },
    use: 'cover',
    ids: fileId === null ? [] : [fileId],
    adminId,
    field: 'coverFileId',
  })

/** Whoever may see a product in its list may also see its cover. */
export const seesCover: FileRule = async (db, { ownerId }, { isSuper, points }) => {
  for (const list of lists.filter(({ name }) => isSuper || points.has(`${name}:page`)))
    if (await isOf(db, list, ownerId)) return true
  return false
}
