import { StartRefusal } from '../base/refusal.ts'
import type { Config } from '../config/config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the configured storage.
 * @throws StartRefusal in one sentence
 */
export async function createStorage({ folder, s3 }: Config['files']): Promise<Storage> {
  const disk = await diskStorage(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(`Files cannot be kept in ${folder}: ${error.code ?? error.message}.`)
  })
  if (s3 === null) return disk
  const { s3Storage } = await import('./s3.ts')
  return s3Storage(s3, disk.incoming)
}
