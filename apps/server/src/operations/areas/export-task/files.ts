import type { FileRule } from '#platform/callers/file-rule'
import { find } from './queries.ts'
import { isStillAllowed } from './still-allowed.ts'

/** Only the requester of an export may see its file, as long as they may export that list. */
export const seesExportFile: FileRule = async (db, { ownerId }, caller) => {
  const task = await find(db, ownerId, caller.adminId)
  return task !== undefined && isStillAllowed(caller, task)
}
