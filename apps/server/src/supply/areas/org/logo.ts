import type { FileRule } from '#platform/callers/file-rule'
import type { Db } from '#platform/db/client'
import { claimFiles } from '#platform/files/files'
import { lists } from './lists.ts'
import { findOrgs } from './queries.ts'

/**
 * Sets the logo of an organization, or releases it.
 * @param adminId the administrator who uploaded a new logo
 * @throws Problem at `logoFileId`
 */
export const claimLogo = (db: Db, id: string, fileId: string | null, adminId: string): Promise<void> =>
  claimFiles(db, {
    owner: { kind: 'org', id },
    use: 'logo',
    ids: fileId === null ? [] : [fileId],
    adminId,
    field: 'logoFileId',
  })

/** Whoever may see an organization in its list may also see its logo. */
export const seesLogo: FileRule = async (db, { ownerId }, { isSuper, points }) => {
  for (const list of lists.filter(({ name }) => isSuper || points.has(`${name}:page`)))
    if ((await findOrgs(db, list, [ownerId])).length > 0) return true
  return false
}
