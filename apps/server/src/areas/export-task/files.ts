import type { FileRule } from '#access/file-rule'
import { find } from './queries.ts'
import { isStillAllowed } from './still-allowed.ts'

/** The file of an export is had by who asked for it, as long as he may still export that list. */
export const seesExportFile: FileRule = async (db, { ownerId }, caller) => {
  const task = await find(db, ownerId, caller.adminId)
  return task !== undefined && isStillAllowed(caller, task)
}
