import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** A written file, and its size and hash. */
export interface Written {
  path: string
  size: number
  sha256: Buffer
}

/** Writes a stream to a file, and measures it on the way. */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<Buffer | string>,
  signal?: AbortSignal,
): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    pieces,
    async function* (source: AsyncIterable<Buffer | string>) {
      for await (const piece of source) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { ...(signal && { signal }) },
  )
  return { path, size, sha256: hash.digest() }
}
