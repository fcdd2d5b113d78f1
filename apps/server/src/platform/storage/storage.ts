import type { Readable } from 'node:stream'

/** What is known about bytes before they are stored. */
export interface Stored {
  size: number
  sha256: Buffer
  mediaType: string
}

/** Stores bytes under keys that are never reused. The rows of `file` alone say which bytes exist. */
export interface Storage {
  /** A folder of this machine for files that `put` will take. */
  readonly incoming: string
  /** Stores a file; when it resolves, the bytes survive a crash. The file at the given path may be gone afterwards. */
  put(key: string, path: string, about: Stored): Promise<void>
  /** @throws if there is nothing under the key */
  open(key: string): Promise<Readable>
  /** Deletes the bytes under the keys; a key without bytes is not an error. */
  remove(keys: readonly string[]): Promise<void>
}
