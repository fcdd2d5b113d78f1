import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, which a test can fill. */
export interface SmallDisk {
  path: string
  /** Leaves no room for a single page. */
  fill(): Promise<void>
  free(): Promise<void>
  remove(): void
}

/** What a test says that is skipped where no file system may be mounted. */
export const noMount = 'a full disk needs a file system of its own, and this user may not mount one'

/** Whether this process may mount a file system: root may, outside most containers. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-mount-'))
  try {
    mountAt(folder, 1)
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()

function mountAt(path: string, megabytes: number) {
  const options = `size=${megabytes}m,mode=755`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
}

/** @param path a folder that does not exist */
export function smallDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path, { recursive: true })
  mountAt(path, megabytes)
  const filler = join(path, 'filler')
  return {
    path,
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (let size = 2 ** 22; size >= 4_096; size /= 2) await writeUntilFull(file, Buffer.alloc(size))
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path], { stdio: 'ignore' })
    },
  }
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
  for (;;)
    try {
      const { bytesWritten } = await file.write(bytes)
      if (bytesWritten < bytes.length) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
}
