import { maskText } from '@kabao/contract/kernel/personal-text'
import { invalid } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import { claimFiles, findFile } from '../files/files.ts'
import type { AuditEntry } from '../http/audit.ts'
import { sendJob } from '../jobs/send.ts'
import { importCheckQueue } from './check-job.ts'
import type { ChosenColumns } from './columns.ts'
import { type AnyListImport, targetOf } from './list-import.ts'
import * as tasks from './tasks.ts'

/** The field of a refusal, if two imports of one administrator are started at once. */
export const startConflicts = {
  import_task_open_key: { field: 'fileId', problem: 'importRunning' },
} as const

interface Started {
  fileId: string
  adminId: string
  /** null: columns are found by their names. */
  columns: ChosenColumns | null
  audit(entry: AuditEntry): void
}

/**
 * Starts the dry run of an uploaded file, which replaces an import of the same administrator that still waits for its confirmation.
 * @returns the id of the import
 * @throws Problem if an import of the administrator is being added, or the file is not the administrator's own
 */
export async function startImport(
  db: Db,
  list: AnyListImport,
  { fileId, adminId, columns, audit }: Started,
): Promise<string> {
  for (const { id, status } of await tasks.findLatest(db, list.name, adminId)) {
    if (status === 'committing') throw invalid({ fileId: 'importRunning' })
    if (status === 'checking' || status === 'checked')
      await tasks.move(db, id, ['checking', 'checked'], 'cancelled')
  }
  const file = await findFile(db, fileId)
  if (file?.createdBy !== adminId) throw invalid({ fileId: 'noSuchFile' })
  // The name is shown for a month, and some name a file after a person.
  const fileName = maskText(file.name)
  const id = await tasks.insert(db, { list: list.name, fileId, fileName, adminId, columns })
  const target = targetOf(list, id)
  await claimFiles(db, { owner: target, use: 'import', ids: [fileId], adminId, field: 'fileId' })
  await tasks.setJob(db, id, await sendJob(db, importCheckQueue, { id }))
  audit({ target, after: { status: 'checking', size: Number(file.size) } })
  return id
}
