import { isStorageFull, StorageAway } from '../storage/failure.ts'
import type { Storage } from '../storage/storage.ts'
import type { Faults } from './faults.ts'

/** A storage whose faults are noted: it is full, or its bucket cannot be reached. */
export function watchedStorage(storage: Storage, faults: Faults): Storage {
  const noted = async <T>(done: Promise<T>, isProof: boolean): Promise<T> => {
    try {
      const result = await done
      if (isProof) faults.end('storage')
      return result
    } catch (error) {
      noteStorage(faults, error)
      throw error
    }
  }
  return {
    incoming: storage.incoming,
    put: (...args) => noted(storage.put(...args), true),
    // A full disk can be read.
    open: (key) => noted(storage.open(key), false),
    remove: (keys) => noted(storage.remove(keys), false),
  }
}

/** Notes the fault if an error is one of the storage of files. */
export function noteStorage(faults: Faults, error: unknown): void {
  if (isStorageFull(error)) faults.meet('storage', 'the disk of the uploaded files is full')
  if (error instanceof StorageAway) faults.meet('storage', 'the bucket of the uploaded files cannot be used')
}
