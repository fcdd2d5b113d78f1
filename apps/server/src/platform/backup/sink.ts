import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '../base/refusal.ts'

/** Where a backup goes. It is there whole or not at all. */
export interface Sink {
  write(bytes: Buffer): Promise<void>
  finish(): Promise<void>
  /** Removes what was written; for a backup that failed. */
  abandon(): Promise<void>
}

/**
 * A new file that only its owner reads. Until it is whole its name ends in `.partial`.
 * @throws StartRefusal if there is a file of this name, or it cannot be written
 */
export async function fileSink(path: string): Promise<Sink> {
  if (await isThere(path)) throw new StartRefusal(`${path} is there already; name a new file.`)
  const partial = `${path}.partial`
  const handle = await open(partial, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(`The backup cannot be written to ${path}: ${error.code}.`)
  })
  return {
    write: (bytes) => writeAll(handle, bytes),
    async finish() {
      await handle.sync()
      await handle.close()
      await rename(partial, path)
      const folder = await open(dirname(path), 'r')
      await folder.sync().finally(() => folder.close())
    },
    async abandon() {
      await handle.close().catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}

/** A nearly full disk takes a part of the bytes first. */
async function writeAll(handle: Awaited<ReturnType<typeof open>>, bytes: Buffer) {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at)
    at += bytesWritten
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
