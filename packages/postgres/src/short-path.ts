import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, PostgresError } from './errors.ts'
import { privateFolder } from './private-folder.ts'

/** A socket's address holds 103 bytes on macOS and 107 on Linux; our longest file name in a folder has 24. */
const longest = 103 - 25

/** A path to `folder` that leaves room for a socket's name: the folder itself, or a link to it from a private folder. */
export async function shortPath(folder: string): Promise<string> {
  if (Buffer.byteLength(folder) <= longest) return folder
  const home = await privateFolder(placesForLinks(), 0o700)
  const link = home && join(home, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  if (!link || Buffer.byteLength(link) > longest)
    throw new PostgresError(
      `The path ${folder} is too long for a socket, and there is no folder for a shorter link to it.`,
    )
  await removeDangling(home)
  await pointAt(folder, link)
  return link
}

/** Deletes old links whose data folders are gone. */
async function removeDangling(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const link = join(home, name)
    if (!existsSync(link)) await rm(link, { force: true })
  }
}

/** Folders of the running system come first, because cleanups of /tmp by age do not touch them. */
function placesForLinks(): string[] {
  const uid = process.getuid?.()
  const running = uid === 0 ? '/run' : process.env.XDG_RUNTIME_DIR
  return [...(running ? [join(running, 'kabao')] : []), join(tmpdir(), `kabao-${uid}`)]
}

async function pointAt(folder: string, link: string): Promise<void> {
  try {
    await symlink(folder, link)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if ((await readlink(link).catch(() => undefined)) === folder) return
    const fresh = `${link}.${process.pid}`
    await rm(fresh, { force: true })
    await symlink(folder, fresh)
    await rename(fresh, link)
  }
}
