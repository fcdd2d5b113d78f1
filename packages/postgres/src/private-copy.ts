import { chmod, cp, mkdtemp, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PostgresError } from './errors.ts'
import { restoreLinks } from './package-binaries.ts'
import { privateFolder } from './private-folder.ts'

/**
 * A copy of the package's programs, for when they cannot be run in place: node_modules is inside root's home, or links are missing
 * in a folder that is not writable. Made once per version, in a folder that only we can write and everybody can read, and moved
 * into place by a rename.
 */
export async function privateCopy(native: string): Promise<string | undefined> {
  const uid = process.getuid?.()
  const cache = uid === 0 ? '/var/cache/kabao' : join(homedir(), '.cache', 'kabao')
  const home = await privateFolder([cache, join(tmpdir(), `kabao-programs-${uid}`)], 0o755)
  if (!home) return undefined
  const { name, version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(home, `${String(name).replace(/.*\//, 'postgres-')}-${version}`)
  if (!(await isWhole(copy, native))) await make(copy, native)
  return realpath(copy)
}

/** A cleanup of /tmp by age may have deleted single files. */
async function isWhole(copy: string, native: string): Promise<boolean> {
  const copied = new Set(await readdir(copy, { recursive: true }).catch(() => []))
  return (await readdir(native, { recursive: true })).every((name) => copied.has(name))
}

async function make(copy: string, native: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    restoreLinks(draft)
    await openToAll(draft)
    await put(draft, copy, native)
  } catch (error) {
    throw new PostgresError(`PostgreSQL's programs could not be copied to ${copy}.`, { cause: error })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

async function put(draft: string, copy: string, native: string): Promise<void> {
  try {
    await rename(draft, copy)
  } catch {
    // Of two concurrent copies, the later one finds the first in place, which is as good and may already be running.
    if (await isWhole(copy, native)) return
    await rename(copy, join(draft, 'damaged'))
    await rename(draft, copy)
    await rm(join(copy, 'damaged'), { recursive: true, force: true })
  }
}
