import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what is in this folder in memory. */
export const inMemory = '/dev/shm'

/** A container may have given it very little. In bytes. */
const enough = 4 * 2 ** 30

/**
 * A new folder for throwaway databases: in memory if there is room, because a disk's file system takes up to a second of the processor
 * for the thousands of files of a new database.
 * @param prefix the beginning of its name
 */
export async function memoryFolder(prefix) {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return mkdtemp(join(room >= enough ? inMemory : tmpdir(), prefix))
}
