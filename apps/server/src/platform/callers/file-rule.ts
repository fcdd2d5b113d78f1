import type { FileUse } from '@kabao/contract/operations/file'
import type { Db } from '../db/client.ts'
import type { Caller } from './caller.ts'

/** What a file is used for: an upload of that use, or an export. */
export type StoredUse = FileUse | 'export'

/** A file and the record that owns it. */
export interface ClaimedFile {
  /** The record's id; the use says in which table. */
  ownerId: string
  createdBy: string | null
}

/**
 * Whether the caller may see the record that owns the file: the record's own query with the caller's data scope. Checked at every
 * download, also when a download ticket is used.
 */
export type FileRule = (db: Db, file: ClaimedFile, caller: Caller) => Promise<boolean>

/** A rule for every use. */
export type FileRules = Record<StoredUse, FileRule>
