import type { FileUse } from '@kabao/contract/file'
import type { Db } from '#db/client'
import type { Caller } from './caller.ts'

/** What a file is for: what somebody uploads it for, or that an export wrote it. */
export type StoredUse = FileUse | 'export'

/** A file and the record that has claimed it. */
export interface ClaimedFile {
  /** The record's id; what it is the use says. */
  ownerId: string
  createdBy: string | null
}

/**
 * Whether a caller sees the record that a file belongs to: the record's own query, with his data scope. It is asked at each
 * look at the file, also when a ticket is redeemed.
 */
export type FileRule = (db: Db, file: ClaimedFile, caller: Caller) => Promise<boolean>

/** A rule for every use. */
export type FileRules = Record<StoredUse, FileRule>
