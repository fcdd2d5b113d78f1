import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/**
 * Stores bytes in a folder that is closed to other users. Several instances may share it: each key is one file, which exists
 * completely or not at all.
 */
export async function diskStorage(folder: string): Promise<Storage> {
  const incoming = join(folder, 'incoming')
  const stored = join(folder, 'stored')
  for (const each of [folder, incoming, stored]) await mkdir(each, { recursive: true, mode: 0o700 })
  // Two levels, so that no folder holds more than some thousands of files.
  const placeOf = (key: string) => {
    if (!/^[\w-]{8,}$/.test(key)) throw new Error(`Not a key: ${key}`)
    return join(stored, key.slice(0, 2), key.slice(2, 4), key)
  }

  return {
    incoming,
    async put(key, path) {
      const place = placeOf(key)
      await chmod(path, 0o600)
      await synced(path)
      const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rename(path, place)
      // A file's name is durable once its folder is synced, and a new folder's once its parent is.
      const folders =
        made === undefined ? [dirname(place)] : [dirname(place), dirname(dirname(place)), stored]
      for (const each of folders) await synced(each)
    },
    async open(key) {
      const handle = await open(placeOf(key), 'r')
      return handle.createReadStream()
    },
    async remove(keys) {
      for (const key of keys) await rm(placeOf(key), { force: true })
    },
  }
}

async function synced(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
