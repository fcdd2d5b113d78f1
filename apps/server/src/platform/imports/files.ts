import type { FileRule } from '../callers/file-rule.ts'
import { isOf } from './tasks.ts'

/** Only the administrator who sent the file of an import may see it, as with the import itself. */
export const seesImportFile: FileRule = async (db, { ownerId, createdBy }, { adminId }) =>
  createdBy === adminId && (await isOf(db, ownerId, adminId))
