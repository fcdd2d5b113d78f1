import type { FileUse } from '@kabao/contract/operations/file'
import { invalid } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import { thumbnailKey } from '../files/files.ts'
import type { ReadUpload } from '../http/upload.ts'
import type { Storage } from '../storage/storage.ts'
import * as queries from './queries.ts'
import { type Received, receive } from './receive.ts'

/** The maximum number of unclaimed files per administrator, so that nobody can fill the disk in a day. */
const mostUnclaimed = 300

/** The media type of a thumbnail. */
export const thumbnailType = 'image/webp'

/**
 * Receives, checks and stores the files of an upload. They are pending until `markStored` of `queries.ts` is called with their ids.
 * @returns the ids of the files
 * @throws Problem with the error of the first invalid file; then none is kept
 */
export async function keepUpload(
  { db, storage, readUpload }: { db: Db; storage: Storage; readUpload: ReadUpload },
  use: FileUse,
  adminId: string,
): Promise<string[]> {
  if ((await queries.countUnclaimed(db, adminId)) >= mostUnclaimed) throw invalid({ files: 'tooManyUnused' })
  return receive(readUpload, use, storage.incoming, async (files) => {
    const pending = await queries.insertPending(db, use, adminId, files)
    for (const each of files) await store(storage, each)
    return pending
  })
}

async function store(storage: Storage, { key, path, image, ...about }: Received): Promise<void> {
  await storage.put(key, path, about)
  if (image)
    await storage.put(thumbnailKey(key), image.thumbnail.path, {
      ...image.thumbnail,
      mediaType: thumbnailType,
    })
}
