import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/client.ts'
import { findFile } from '../files/files.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import type { Storage } from '../storage/storage.ts'

/** A stored file on this machine's disk, for the process that reads it. */
export interface FileCopy {
  path: string
  mediaType: string
}

/** How a table is read. */
export const sheetOf = ({ path, mediaType }: FileCopy) =>
  ({ path, format: mediaType === 'text/csv' ? 'csv' : 'xlsx' }) as const

/**
 * Copies a stored file to a folder of its own while `use` reads it.
 * @throws SheetProblem if the file does not exist any more
 */
export async function withFileCopy<T>(
  { db, storage }: { db: Db; storage: Storage },
  fileId: string | null,
  use: (file: FileCopy) => Promise<T>,
): Promise<T> {
  const file = fileId === null ? undefined : await findFile(db, fileId)
  if (!file) throw new SheetProblem('noSuchFile')
  const folder = await mkdtemp(join(storage.incoming, 'sheet-'))
  try {
    const path = join(folder, 'sheet')
    await pipeline(await storage.open(file.key), createWriteStream(path, { mode: 0o600 }))
    return await use({ path, mediaType: file.mediaType })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
