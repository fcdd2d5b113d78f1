import { mediaTypes } from '@kabao/contract/operations/file'
import type { Db } from '../db/client.ts'
import { announceFile, type Brought, claimMade } from '../files/made.ts'
import type { Written } from '../files/write.ts'

const mediaTypeOf = (name: string) =>
  Object.entries(mediaTypes).find(([, { extension }]) => name.endsWith(`.${extension}`))?.[0] as string

/** Announces the file of an export, which is downloaded through its export only. */
export const announceExport = (db: Db, file: Written, name: string, adminId: string): Promise<Brought> =>
  announceFile(db, file, { use: 'export', name, mediaType: mediaTypeOf(name), createdBy: adminId })

/** Makes a stored file belong to its export, in the transaction that completes the export. */
export const claimExportFile = (db: Db, fileId: string, taskId: string): Promise<void> =>
  claimMade(db, fileId, { kind: 'exportTask', id: taskId })
