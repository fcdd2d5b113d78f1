import type { FileRule } from '#access/file-rule'
import { isOf } from './tasks.ts'

/** The file of an import is its sender's alone, like the import. */
export const seesImportFile: FileRule = async (db, { ownerId, createdBy }, { adminId }) =>
  createdBy === adminId && (await isOf(db, ownerId, adminId))
