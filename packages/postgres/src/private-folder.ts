import { lstat, mkdir } from 'node:fs/promises'

/**
 * Creates the first possible of `candidates` as a folder of ours that nobody else can write to, and returns it. In a shared place
 * such as /tmp the name may be taken by a foreign folder or a link to one; then the next is tried.
 */
export async function privateFolder(candidates: string[], mode: number): Promise<string | undefined> {
  for (const folder of candidates) {
    await mkdir(folder, { recursive: true, mode }).catch(() => undefined)
    const found = await lstat(folder).catch(() => undefined)
    if (found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return folder
  }
  return undefined
}
