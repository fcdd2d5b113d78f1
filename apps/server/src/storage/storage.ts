import type { Readable } from 'node:stream'

/** What is known of bytes before they are stored. */
export interface Stored {
  size: number
  sha256: Buffer
  mediaType: string
}

/** Keeps bytes under keys that are never used again. Which bytes there are is known by the rows of `file` alone. */
export interface Storage {
  /** A folder of this machine in which a file is written that `put` will take. */
  readonly incoming: string
  /** Stores a file; when it ends, the bytes outlive a crash. The file itself may be gone afterwards. */
  put(key: string, path: string, about: Stored): Promise<void>
  /** @throws where there is nothing under the key */
  open(key: string): Promise<Readable>
  /** Removes what is under the keys; what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
}
