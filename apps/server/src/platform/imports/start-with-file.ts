import type { Language } from '@kabao/contract'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import type { AuditEntry } from '../http/audit.ts'
import type { ReadUpload } from '../http/upload.ts'
import type { Services } from '../services.ts'
import { keepUpload } from '../uploads/keep.ts'
import { markStored } from '../uploads/queries.ts'
import type { AnyListImport } from './list-import.ts'
import { showImport } from './show.ts'
import { startImport } from './start.ts'
import * as tasks from './tasks.ts'

interface Call {
  db: Db
  readUpload: ReadUpload
  caller: Caller
  language: Language
  audit(entry: AuditEntry): void
}

/** Handles an endpoint that takes the file of an import itself, instead of the id of one that was uploaded before. */
export const startingWithFile =
  ({ storage }: Pick<Services, 'storage'>, list: AnyListImport) =>
  async ({ db, readUpload, caller: { adminId }, language, audit }: Call) => {
    const [fileId] = (await keepUpload({ db, storage, readUpload }, 'import', adminId)) as [string]
    // biome-ignore lint/suspicious/noExplicitAny: the schema of the list's own answer has the columns of its report
    return async (write: Db): Promise<any> => {
      await markStored(write, [fileId])
      const id = await startImport(write, list, { fileId, adminId, columns: null, audit })
      return showImport(list, (await tasks.find(write, id, null)) as tasks.StoredImport, language)
    }
  }
